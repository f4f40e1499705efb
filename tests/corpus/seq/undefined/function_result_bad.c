// A function that returns an int is called as one that returns a long: the upper half of the result is anything.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    long (*input)(void) = (long (*)(void))__VERIFIER_nondet_int;
    return input() + 1L > 3;  //~ FINDING memory-function-type
}
