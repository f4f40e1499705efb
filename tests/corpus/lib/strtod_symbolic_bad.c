// A ratio from text that depends on inputs may be larger than what the check lets through: ".9" and a digit.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[4] = {'.', __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    char *end;
    double ratio = strtod(text, &end);
    if (end != text + 3)
        return 0;
    assert(ratio < 0.985); //~ FINDING assert
    return 0;
}
