// One branch decides what the assertion sees, the other does not.
//@ property: assert
//@ verdict: unsafe
//@ revisions: off on
//@[off] flags: --slice=off
//@[on] flags: --slice=on
#include <assert.h>

int __VERIFIER_nondet_int(void);
int seen, unused;

int main(void) {
    int input = __VERIFIER_nondet_int();
    if (input == 17)
        seen = 1;
    if (input > 20)
        unused = 1;
    assert(seen == 0); //~ FINDING assertion
    return 0;
}
