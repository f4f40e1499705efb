// Sums and products of bytes always fit an int: nothing is assumed.
//@ verdict: safe
//@ assumption: none
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
    int sum = a + b + c;
    int product = a * b + c;
    assert(sum >= c && product >= c);
    return 0;
}
