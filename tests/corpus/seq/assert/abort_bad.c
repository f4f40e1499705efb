// abort says that something is wrong: it is a finding. Ends with exit are none, whatever the code.
//@ verdict: unsafe
//@ revisions: plain slice memory
//@[slice] flags: --slice=on --property assert
//@[memory] flags: --property assert --property memory:leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        abort(); //~ FINDING abort
    if (x == 2)
        exit(3);
    if (x == 3)
        _Exit(4);
    return x == 4;
}
