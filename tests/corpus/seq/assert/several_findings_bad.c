// A failing assertion ends its run only: the other assertions are found on other paths.
//@ verdict: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        assert(x == 2); //~ FINDING assertion
    if (x == 5)
        assert(x == 6); //~ FINDING assertion
    int cells[2] = {0, 0};
    if (x == 9)
        return cells[x]; //~ FINDING memory-out-of-bounds
    return 0;
}
