// The violating value is assumed away.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x != 123456789);
    assert(x != 123456789);
    return 0;
}
