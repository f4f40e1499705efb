// abs and labs of every integer but the smallest are not negative.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(labs((long)x) >= 0);
    if (x == INT_MIN)
        return 0;
    assert(abs(x) >= 0 && (abs(x) == x || abs(x) == -x));
    return 0;
}
