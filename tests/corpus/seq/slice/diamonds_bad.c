// N branches that no assertion depends on, and an assertion that fails for inputs of one side of them.
//@ verdict: unsafe
//@ property: assert memory
//@ family: N=1..4
//@ revisions: off on
//@[off] flags: --slice=off
//@[on] flags: --slice=on
#include <assert.h>

int __VERIFIER_nondet_int(void);
int sum;

int main(void) {
    int checked = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) {
        int input = __VERIFIER_nondet_int();
        if (input > checked)
            sum += i;
    }
    assert(checked != 7); //~ FINDING assertion
    return 0;
}
