// N branches that no assertion depends on: every path, or one per outcome of what it does depend on.
//@ verdict: safe
//@ property: assert memory
//@ family: N=1..4
//@ revisions: off on
//@[off] flags: --slice=off --summaries=off
//@[on] flags: --slice=on --summaries=off
//@[off] runs: 4 8 16 32
//@[on] runs: 2 2 2 2
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
    assert(checked != 7 || checked < 8);
    return 0;
}
