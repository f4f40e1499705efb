// A number of six digits does not fit a buffer for five.
//@ verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= -1000000 || n >= 1000000)
        return 0;
    char text[6];
    snprintf(text, sizeof text, "%d", n);
    assert(atoi(text) == n); //~ FINDING assertion
    return 0;
}
