// The abort cannot be reached; exit with any code is an end like others.
//@ verdict: safe
//@ revisions: plain slice
//@[slice] flags: --slice=on --property assert
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        exit(3);
    if (x == 1)
        abort();
    if (x == 2)
        quick_exit(4);
    return x == 3;
}
