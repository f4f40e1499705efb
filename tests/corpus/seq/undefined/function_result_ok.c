// The same through a pointer of the function's own type.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int (*input)(void) = __VERIFIER_nondet_int;
    return input() + 1L > 3;
}
