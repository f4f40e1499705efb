// Small numbers in wide words are divided: nine is 20 times in 180.
//@ property: assert
//@ verdict: unsafe
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned whole = __VERIFIER_nondet_uint(), part = __VERIFIER_nondet_uint();
    if (whole >= 200 || part == 0)
        return 0;
    unsigned times = whole / part, rest = whole % part;
    assert(times * part + rest == whole);
    assert(rest < part);
    assert(times < 20 || part < 9);  //~ FINDING assertion
    return 0;
}
