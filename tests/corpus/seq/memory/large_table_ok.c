// A table of 65,536 entries is read at an index that depends on inputs.
//@ verdict: safe
#include <assert.h>

unsigned short __VERIFIER_nondet_ushort(void);

static unsigned char is_space[65536];

int main(void)
{
    is_space[' '] = is_space['\t'] = is_space[0x3000] = 1;
    unsigned short letter = __VERIFIER_nondet_ushort();
    if (is_space[letter])
        assert(letter == ' ' || letter == '\t' || letter == 0x3000);
    return 0;
}
