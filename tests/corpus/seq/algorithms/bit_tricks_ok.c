// Well-known bit tricks agree with their plain definitions for all words.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    assert((x & y) + (x | y) == x + y);
    assert((x ^ y) == (x | y) - (x & y));
    assert((x & -x) == (x & ~(x - 1)));
    unsigned smaller = y ^ ((x ^ y) & -(x < y));
    assert(smaller == (x < y ? x : y));
    unsigned average = (x & y) + ((x ^ y) >> 1);
    assert(average == (unsigned)(((unsigned long)x + y) / 2));
    x ^= y;
    y ^= x;
    x ^= y;
    assert((x & y) + (x | y) == x + y);
    return 0;
}
