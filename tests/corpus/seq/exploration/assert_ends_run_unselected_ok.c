// A failing assertion ends the run whichever properties are selected: the access behind it is not reached.
//@ property: memory
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int cells[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    assert(i < 4);
    return cells[i];
}
