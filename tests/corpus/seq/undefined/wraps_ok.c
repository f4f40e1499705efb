// A sum that may leave its range, where overflow is not checked: it wraps around, which is named.
//@ verdict: safe
//@ assumption: A0110
//@ output: signed overflow wraps around
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int next = x + 1;
    assert(next != x);
    return 0;
}
