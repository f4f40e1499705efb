// Two symbolic characters as a number: a minus sign makes it negative.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    assert(atoi(text) >= 0); //~ FINDING assertion
    return 0;
}
