// Every assertion is reached.
//@ verdict: safe
//@ vacuous: none
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x / 2 < x)
        assert(x != 0);
    else
        assert(x == 0);
    return 0;
}
