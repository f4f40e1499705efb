// Euclid's algorithm by subtraction never ends when one number is zero; the unwinding bound cuts it.
//@ flags: --unwind 8
//@ verdict: unknown
//@ reason: U0101
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned gcd(unsigned a, unsigned b)
{
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 4 || b > 4)
        return 0;
    unsigned g = gcd(a, b);
    assert(g <= a || a == 0);
    return 0;
}
