// What is written at a symbolic index is read back at an equal one, and nothing else changes.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cells[8] = {0, 10, 20, 30, 40, 50, 60, 70};
    unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
    int value = __VERIFIER_nondet_int();
    cells[i] = value;
    assert(cells[i] == value);
    if (i != j)
        assert(cells[j] == (int)(10 * j));
    cells[j] = 1;
    assert(cells[i] == (i == j ? 1 : value));
    return 0;
}
