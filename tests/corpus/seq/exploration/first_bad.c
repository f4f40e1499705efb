// --first ends the check at the first finding and says that others may exist.
//@ flags: --first
//@ verdict: unsafe
//@ reason: U0401
//@ runs: <= 2
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int doubled = x * 2;
    assert(doubled != 14); //~ FINDING assertion
    if (x > 3)
        doubled++;
    if (x > 5)
        doubled++;
    if (x > 7)
        doubled++;
    return doubled == 0;
}
