// The recursive power function forgets the odd exponent.
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned power(unsigned base, unsigned exponent)
{
    if (exponent == 0)
        return 1;
    unsigned half = power(base, exponent / 2);
    return half * half;
}

int main(void)
{
    unsigned exponent = __VERIFIER_nondet_uint();
    if (exponent > 5)
        return 0;
    assert(power(2, exponent) == 1u << exponent); //~ FINDING assertion
    return 0;
}
