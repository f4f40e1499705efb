// A failure within the bound is found although the loop is cut.
//@ flags: --unwind 4
//@ verdict: unsafe
//@ reason: U0101
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < limit) {
        i++;
        assert(i != 2 || limit != 3); //~ FINDING assertion
    }
    return 0;
}
