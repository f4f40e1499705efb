// --first ends the check at the first finding and says that others may exist: 16 paths fail, one is run.
//@ flags: --first
//@ verdict: unsafe
//@ reason: U0401
//@ runs: <= 1
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int taken = 0;
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_bool())
            taken++;
    assert(taken > 4); //~ FINDING assertion
    return 0;
}
