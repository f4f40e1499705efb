// The day count is bounded to a thousand years.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long days = __VERIFIER_nondet_long();
    if (days < 0 || days > 365250)
        return 0;
    long milliseconds = days * 86400000L;
    assert(milliseconds >= days);
    return 0;
}
