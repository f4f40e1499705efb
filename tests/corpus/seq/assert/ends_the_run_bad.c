// Behind an assertion its condition holds, so a weaker one cannot fail: only the first is reported.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x > 10); //~ FINDING assertion
    assert(x > 5);
    return 0;
}
