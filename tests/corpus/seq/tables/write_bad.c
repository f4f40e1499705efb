// Entries of a table of 65,536 are written at indices that depend on inputs; nobody thought of both being the same one.
//@ property: assert memory
//@ verdict: unsafe
#include <assert.h>

unsigned short __VERIFIER_nondet_ushort(void);

static unsigned owner[65536];

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    owner[a] = 1;
    owner[b] = 2;
    owner[7] = 3;
    if (a != 7)
        assert(owner[a] == 1); //~ FINDING assert
    return 0;
}
