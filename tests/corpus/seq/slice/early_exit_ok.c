// The branch only sets a variable that no assertion reads, but its function leaves the program.
//@ verdict: safe
//@ revisions: off on
//@[off] flags: --slice=off
//@[on] flags: --slice=on
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
int unused;

static void note(int value) {
    unused = value;
    if (value == 4)
        exit(0);
}

int main(void) {
    int input = __VERIFIER_nondet_int();
    if (input > 3)
        note(input);
    assert(input != 4);
    return 0;
}
