// When both characters are digits the number is what they say.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
        return 0;
    assert(atoi(text) == 10 * (text[0] - '0') + (text[1] - '0'));
    return 0;
}
