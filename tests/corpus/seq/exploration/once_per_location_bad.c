// A failure met on many paths is reported once.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void check(int x)
{
    assert(x != 3); //~ FINDING assertion
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        check(__VERIFIER_nondet_int());
    return 0;
}
