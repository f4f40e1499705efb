// The extended format holds every sum of an integer and a half, but a float does not.
//@ verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    long double x = n + 0.5L;
    assert((float)x == x); //~ FINDING assert
    return 0;
}
