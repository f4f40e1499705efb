// A number that depends on inputs is written to memory: its digits are right, whatever it is.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    char text[8];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > -100 && n < 1000);
    int length = snprintf(text, sizeof text, "%d", n);
    assert(length == (int)strlen(text) && length <= 3);
    assert((text[0] == '-') == (n < 0));
    if (n >= 100)
        assert((text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0') == n);
    unsigned m = (unsigned)n & 255;
    snprintf(text, sizeof text, "%02x", m);
    assert(strlen(text) == 2);
    if (m == 0xa7)
        assert(strcmp(text, "a7") == 0);
    return 0;
}
