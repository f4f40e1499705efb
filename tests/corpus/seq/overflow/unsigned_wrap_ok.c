// Unsigned arithmetic wraps around by definition and is no overflow.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
#include <limits.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned next = x + 1;
    assert((next == 0) == (x == UINT_MAX));
    assert(next - 1 == x);
    assert(0u - x + x == 0);
    return 0;
}
