// Results that are no number, too large or too small.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <math.h>

static int error_of(double result) {
    int code = errno;
    errno = 0;
    return result == 42 ? -1 : code;
}

int main(void) {
    volatile double minus = -1, zero = 0, large = 1000, small = -1000;
    errno = 0;
    assert(error_of(sqrt(minus)) == EDOM);
    assert(error_of(log(minus)) == EDOM);
    assert(error_of(log(zero)) == ERANGE);
    assert(error_of(exp(large)) == ERANGE);
    assert(error_of(exp(small)) == ERANGE);
    assert(error_of(pow(2, large * 2)) == ERANGE);
    assert(error_of(pow(2, small * 2)) == ERANGE);
    assert(error_of(pow(zero, large)) == 0);
    assert(error_of(fmod(large, zero)) == EDOM);
    assert(error_of(sqrt(large)) == 0);
    return 0;
}
