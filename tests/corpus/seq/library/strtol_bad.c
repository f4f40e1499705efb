// Only the value is tested: text without any number is taken for zero.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[2] = {__VERIFIER_nondet_char(), 0};
    char *end;
    long value = strtol(text, &end, 10);
    if (value == 0)
        assert(end != text); //~ FINDING assertion
    return 0;
}
