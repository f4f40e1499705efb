// The test guards the access.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static const int table[4] = {3, 1, 4, 1};

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4 && table[i] == 4)
        assert(i == 2);
    return 0;
}
