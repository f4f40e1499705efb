// An assertion whose first alternative always holds is reached, although its second one is never evaluated.
//@ verdict: safe
//@ vacuous: none
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(x % 4 < 4 || x == 17);
    return 0;
}
