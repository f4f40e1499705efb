// The last of many choices goes wrong on one path only, which looks like the others before.
//@ verdict: unsafe
//@ family: K=1..12
//@ revisions: off on
//@[off] flags: --summaries=off
//@[on] flags: --summaries=on
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;
    for (int i = 0; i < K; i++) {
        if (__VERIFIER_nondet_int())
            sum += 1;
        else
            sum += 2;
    }
    assert(sum < 2 * K); //~ FINDING assertion
    return 0;
}
