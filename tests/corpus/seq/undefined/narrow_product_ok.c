// Two short numbers have a product that an int need not hold: the place is named.
//@ verdict: safe
//@ assumption: A0110
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    int product = a * b;
    assert(product == b * a);
    return 0;
}
