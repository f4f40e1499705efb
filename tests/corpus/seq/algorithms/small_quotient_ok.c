// Small numbers in wide words are divided: what quotient and remainder are is a matter of few bits.
//@ property: assert
//@ verdict: safe
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned whole = __VERIFIER_nondet_uint(), part = __VERIFIER_nondet_uint();
    if (whole >= 200 || part == 0)
        return 0;
    unsigned times = whole / part, rest = whole % part;
    assert(times * part + rest == whole);
    assert(rest < part);
    assert(times < 20 || part <= 10);
    return 0;
}
