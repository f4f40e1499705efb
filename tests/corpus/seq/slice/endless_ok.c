// The assertion fails only behind a loop that never ends, so it does not fail. The loop computes nothing that the
// assertion uses, but it decides whether it is reached.
//@ verdict: unknown
//@ flags: --unwind 3
//@ revisions: off on
//@[off] flags: --slice=off
//@[on] flags: --slice=on
#include <assert.h>

int __VERIFIER_nondet_int(void);
unsigned unused;

int main(void) {
    int input = __VERIFIER_nondet_int();
    if (input == 4)
        while (unused != 1)
            unused += 2;
    assert(input != 4);
    return 0;
}
