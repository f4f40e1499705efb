// Sums and conversions of floating-point inputs round: what holds for real numbers does not hold for these.
//@ property: assert
//@ verdict: unsafe
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x > 1.0)
        assert(x + 1.0 > 2.0);  //~ FINDING assertion
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (a < b)
        assert((a + b) / 2 <= b);  //~ FINDING assertion
    int i = __VERIFIER_nondet_int();
    assert((int)(float)i == i);  //~ FINDING assertion
    return 0;
}
