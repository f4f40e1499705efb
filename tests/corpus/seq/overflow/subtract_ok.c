// Comparing by two tests cannot overflow, and is antisymmetric.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int compare(int a, int b)
{
    return (a > b) - (a < b);
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assert(compare(a, b) == -compare(b, a));
    return 0;
}
