// Arithmetic on a long double that depends on inputs is not modelled: the verdict is unknown, never guessed.
//@ verdict: unknown
//@ reason: U0303
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    long double x = __VERIFIER_nondet_double();
    if (x > 1.0L)
        assert(x + 1.0L > 2.0L);
    return 0;
}
