// Entries of a table of 65,536 are written at indices that depend on inputs, and read back at others, known or not.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>

unsigned short __VERIFIER_nondet_ushort(void);

static unsigned owner[65536];

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort(), c = __VERIFIER_nondet_ushort();
    owner[a] = 1;
    owner[b] = 2;
    owner[7] = 3;
    assert(owner[b] == (b == 7 ? 3 : 2));
    assert(owner[a] == (a == 7 ? 3 : a == b ? 2 : 1));
    assert(owner[c] == 0 || c == a || c == b || c == 7);
    if (a == 5)
        assert(owner[5] == owner[a]);
    return 0;
}
