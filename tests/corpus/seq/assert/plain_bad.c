// The smallest symbolic program: one input, one assertion that one value violates.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 123456789); //~ FINDING assertion
    return 0;
}
