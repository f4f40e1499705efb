// Floating-point inputs within bounds: products, quotients, comparisons and conversions stay within theirs.
//@ property: assert
//@ verdict: safe
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (x >= -1000.0f && x <= 1000.0f) {
        int whole = (int)x;
        assert(whole >= -1000 && whole <= 1000);
        assert(fabsf(x - (float)whole) < 1.0f);
    }
    int celsius = __VERIFIER_nondet_int();
    if (celsius > -273 && celsius < 1000) {
        double fahrenheit = celsius * 9.0 / 5.0 + 32.0;
        assert(fahrenheit > -460.0 && fahrenheit < 1832.0);
    }
    assert((int)(double)celsius == celsius);
    double y = __VERIFIER_nondet_double();
    assert(!(y < y));
    if (y == y && y - y == 0.0)
        assert(fabs(y) < INFINITY);
    return 0;
}
