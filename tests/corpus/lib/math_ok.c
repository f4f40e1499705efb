// Mathematical functions on known numbers.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <math.h>

volatile double two = 2, minus = -1.5, huge = 1e300;
volatile float third = 1.0f / 3;

int main(void) {
    assert(sqrt(two) * sqrt(two) > 1.9999 && sqrt(two * 2) * 1 == 2.0);
    assert(pow(two, 10) == 1024 && exp(0 * two) == 1 && log(two / 2) == 0);
    assert(floor(minus) == -2 && ceil(minus) == -1 && trunc(minus) == -1 && round(minus) == -2);
    assert(rint(two + 0.5) == 2 && rint(two + 1.5) == 4 && fabs(minus) == 1.5);
    assert(fmod(minus, 1) == -0.5 && remainder(two * 2.5, 2) == 1 && hypot(two + 1, two + 2) == 5);
    assert(fmin(two, minus) == minus && fmax(two, NAN) == two && fdim(two, minus) == 3.5);
    assert(copysign(two, minus) == -2 && ldexp(two, 3) == 16 && lround(two + 0.5) == 3);
    int exponent;
    double whole;
    assert(frexp(two * 5, &exponent) == 0.625 && exponent == 4);
    assert(modf(minus, &whole) == -0.5 && whole == -1);
    assert(sin(0 * two) == 0 && cos(0 * two) == 1 && atan2(0 * two, two) == 0 && fabs(tan(0.785398163) - 1) < 1e-6);
    assert(sqrtf(third * 3) == 1.0f && floorf(third) == 0.0f && powf(third * 6, 3) == 8.0f);
    errno = 0;
    assert(isnan(sqrt(minus)) && errno == EDOM);
    errno = 0;
    assert(isinf(huge * huge) && isinf(pow(huge, two)) && errno == ERANGE);
    assert(isfinite(two) && !isfinite(huge * huge) && signbit(minus) && fpclassify(two) == FP_NORMAL);
    return 0;
}
