// What libraries round differently is not guessed: the sine of a number that depends on inputs is unknown.
//@ verdict: unknown
//@ reason: U0303
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (x > 1.0)
        assert(sin(x) <= 1.0);
    return 0;
}
