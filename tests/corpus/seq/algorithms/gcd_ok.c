// Euclid's algorithm by remainders: the result divides both numbers.
//@ property: assert memory overflow
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 15 || b > 15 || (a == 0 && b == 0))
        return 0;
    unsigned g = gcd(a, b);
    assert(g != 0 && a % g == 0 && b % g == 0);
    return 0;
}
