// Functions of math.h whose results are exact, of numbers that depend on inputs.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (isnan(x))
        return 0;
    assert(fabsf(x) >= 0 && floorf(x) <= x && ceilf(x) >= x);
    assert(fmaxf(x, 1.0f) >= 1.0f && fminf(x, NAN) == x);
    assert(fabsf(copysignf(2.0f, x)) == 2.0f && signbit(copysignf(2.0f, x)) == signbit(x));
    assert(truncf(x) == x || fabsf(truncf(x)) < fabsf(x));
    assert(isinf(x) || isfinite(x));
    if (x > -1000.0f && x < 1000.0f) {
        assert(fabsf(roundf(x) - x) <= 0.5f);
        assert(lroundf(x) == (long)roundf(x));
        assert(fabsf(rintf(x) - x) <= 0.5f);
    }
    errno = 0;
    float root = sqrtf(x);
    if (x < 0)
        assert(isnan(root) && errno == EDOM);
    else
        assert(root >= 0 && errno == 0 && (x < 4.0f || root >= 2.0f));
    return 0;
}
