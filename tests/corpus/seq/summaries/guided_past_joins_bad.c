// Paths come together in front of two assertions. Guided to one of them, that a path does not come there says nothing of
// those that met it.
//@ verdict: unsafe
//@ revisions: whole guided
//@[guided] flags: --per-property
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int mode = 0;
    if (__VERIFIER_nondet_bool())
        mode = 1;
    int rounds = __VERIFIER_nondet_bool() ? 2 : 3;
    if (mode)
        assert(rounds != 3); //~ FINDING assertion
    else
        assert(rounds != 2); //~ FINDING assertion
    return 0;
}
