// A power that is too small for a double is an error, not only zero.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double exponent = -2000;
    errno = 0;
    double power = pow(2, exponent);
    assert(power == 0 && errno == 0);  //~ FINDING assert
    return 0;
}
