// Formatting a symbolic number gives its digits.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char text[8];
    unsigned x = __VERIFIER_nondet_uint() % 120;
    int length = snprintf(text, sizeof text, "%u", x);
    assert(length == (x < 10 ? 1 : x < 100 ? 2 : 3));
    assert(text[length - 1] == (char)('0' + x % 10) && text[length] == 0);
    return 0;
}
