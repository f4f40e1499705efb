// The assertion fails only where the sum leaves the range of int: wrapped, as processors compute it, or reported as overflow.
//@ verdict: unsafe
//@ revisions: assert all
//@[assert] property: assert
//@[all] property: assert memory overflow
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) {
        int next = x + 1;  //~[all] FINDING overflow
        assert(next > 0);  //~[assert] FINDING assert
    }
    return 0;
}
