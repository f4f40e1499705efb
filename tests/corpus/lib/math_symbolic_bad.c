// Rounding half away from zero is not rounding half to even.
//@ verdict: unsafe
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (x > 0.0f && x < 100.0f)
        assert(roundf(x) == rintf(x)); //~ FINDING assert
    return 0;
}
