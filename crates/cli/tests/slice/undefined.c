// A branch on a value that may be undefined is a fault of its own, so it stays, and so does what may have
// defined the value.
#include <assert.h>

int __VERIFIER_nondet_int(void);
int unused;

int main(void) {
    int x = __VERIFIER_nondet_int();
    int maybe, always = 0;
    if (x > 1)
        maybe = 1;
    if (x > 2)
        always = 1;
    if (maybe)
        unused = 1;
    if (always)
        unused = 2;
    assert(x != 3);
    return 0;
}
