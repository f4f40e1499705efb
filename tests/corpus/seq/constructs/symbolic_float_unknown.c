// Arithmetic on a floating-point input is not modelled: the verdict is unknown, never guessed.
//@ verdict: unknown
//@ reason: U0303
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x > 1.0)
        assert(x + 1.0 > 2.0);
    return 0;
}
