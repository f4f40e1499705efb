// In a function of this name abort is an assumption.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 0);
    assert(x != 0);
    return 0;
}
