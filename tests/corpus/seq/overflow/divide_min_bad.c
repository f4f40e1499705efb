// The quotient of the smallest integer and -1 does not fit.
//@ property: overflow
//@ verdict: unsafe
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int divisor = __VERIFIER_nondet_int();
    if (divisor < -2 || divisor > 2 || divisor == 0)
        return 0;
    return INT_MIN / divisor == 7; //~ FINDING overflow
}
