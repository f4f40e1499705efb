// Arithmetic on short and char happens in int and does not overflow; only the store truncates.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int sum = a + b;
    assert(sum >= -65536 && sum <= 65534);
    unsigned char c = __VERIFIER_nondet_uchar();
    c++;
    assert(c <= 255);
    return 0;
}
