// Compiler builtins for counting bits and swapping bytes on a symbolic word.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    if (x == 0)
        return 0;
    assert((x >> __builtin_ctz(x) & 1) == 1);
    assert(x >> (31 - __builtin_clz(x)) == 1);
    assert(__builtin_popcount(x & -x) == 1);
    assert(__builtin_popcount(0xf0f0u) == 8 && __builtin_ctz(8) == 3 && __builtin_clz(1) == 31);
    return 0;
}
