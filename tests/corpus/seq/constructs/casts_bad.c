// A negative length passes the signed limit and becomes huge when compared as unsigned.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length > 100)
        return 0;
    unsigned long bytes = length;
    assert(bytes <= 100); //~ FINDING assertion
    return 0;
}
