// Two symbolic indices may be the same cell.
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int cells[8] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
    cells[i] = 1;
    cells[j] = 2;
    assert(cells[i] == 1); //~ FINDING assertion
    return 0;
}
