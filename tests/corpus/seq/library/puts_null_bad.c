// puts needs a string.
//@ verdict: unsafe
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    const char *text = __VERIFIER_nondet_int() ? "text" : 0;
    puts(text); //~ FINDING memory-null-dereference
    return 0;
}
