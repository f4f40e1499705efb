// A shift by too many bits: taken modulo the width, as x86 processors do it, or reported.
//@ verdict: unsafe
//@ revisions: assert all
//@[assert] property: assert
//@[all] property: assert memory overflow
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned bit = 1u << n;  //~[all] FINDING shift-out-of-range
    assert(n == 0 || bit != 1);  //~[assert] FINDING assert
    return 0;
}
