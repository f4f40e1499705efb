// An assertion in code that no path reaches is reported as vacuous beside the safe verdict.
//@ verdict: safe
//@ vacuous: 12
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(x % 2 < 2);
    if (x / 2 > x)
        assert(x == 0);
    return 0;
}
