// Masking both counts makes every rotation well defined, and rotating back restores the word.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rotate_left(unsigned value, unsigned count)
{
    return value << (count & 31) | value >> (-count & 31);
}

int main(void)
{
    unsigned value = __VERIFIER_nondet_uint();
    unsigned count = __VERIFIER_nondet_uint();
    assert(rotate_left(rotate_left(value, count), -count) == value);
    return 0;
}
