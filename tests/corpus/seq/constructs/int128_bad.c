// The upper half of a 128-bit sum is forgotten.
//@ verdict: unsafe
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    unsigned __int128 sum = (unsigned __int128)a + b;
    assert((unsigned long)sum >= a); //~ FINDING assertion
    return 0;
}
