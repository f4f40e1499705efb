// The assertion fails two calls below main; the finding is at the assertion, not at a call.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int checked(int percent)
{
    assert(percent <= 100); //~ FINDING assertion
    return percent;
}

static int scaled(int x)
{
    return checked(x * 2);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 60)
        return 0;
    return scaled(x) == 1;
}
