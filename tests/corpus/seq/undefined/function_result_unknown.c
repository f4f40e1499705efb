// Where memory is not checked, a call of a function as something else is no finding, and nothing is known of what follows.
//@ verdict: unknown
//@ property: assert
//@ reason: U0306
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    long (*input)(void) = (long (*)(void))__VERIFIER_nondet_int;
    assert(input() < 1L << 32);
    return 0;
}
