// Every byte and the end of input are accepted.
//@ verdict: safe
#include <ctype.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c != EOF && (c < 0 || c > 255))
        return 0;
    return isalpha(c) != 0 && toupper(c) == EOF;
}
