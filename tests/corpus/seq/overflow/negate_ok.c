// The absolute value is taken in the unsigned type, where it exists for every integer.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned magnitude = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    assert(magnitude <= (unsigned)INT_MAX + 1u);
    assert((magnitude == 0) == (x == 0));
    return 0;
}
