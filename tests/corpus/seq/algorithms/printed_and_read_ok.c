// A number of up to six digits that was printed and read again is what it was.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= -1000000 || n >= 1000000)
        return 0;
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    assert(atoi(text) == n);
    return 0;
}
