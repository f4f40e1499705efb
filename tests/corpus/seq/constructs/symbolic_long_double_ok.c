// Numbers in the extended format that depend on inputs: sums, products and conversions are exact where 64 bits are enough.
//@ verdict: safe
#include <assert.h>

int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    long double x = n;
    assert(x * 2.0L == 2.0L * n);
    assert((int)x == n && (double)x == (double)n);
    assert(x + 0.5L > x && -x == 0.0L - x);
    float f = __VERIFIER_nondet_float();
    long double wide = f;
    assert(f != f || (float)wide == f);
    return 0;
}
