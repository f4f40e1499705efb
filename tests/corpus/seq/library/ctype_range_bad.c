// The character classes are defined for bytes and the end of input only; other numbers lead out of their tables.
//@ verdict: unsafe
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 300)
        return 0;
    return isalpha(c) != 0; //~ FINDING memory
}
