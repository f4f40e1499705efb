// Only bit numbers 0 to 31 are accepted, and the mask has exactly that bit.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit > 31)
        return 0;
    unsigned mask = 1u << bit;
    assert(mask != 0 && (mask & (mask - 1)) == 0 && mask >> bit == 1);
    return 0;
}
