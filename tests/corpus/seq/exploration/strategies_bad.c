// Every search order finds the same failures.
//@ verdict: unsafe
//@ revisions: dfs bfs random coverage
//@[dfs] flags: --strategy dfs
//@[bfs] flags: --strategy bfs
//@[random] flags: --strategy random --seed 7
//@[coverage] flags: --strategy coverage
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > y)
        assert(x - 1 >= y || y == 3);
    if (x == 12)
        assert(y != 30); //~ FINDING assertion
    else if (y == x + 5 && x > 100)
        assert(y < 1000); //~ FINDING assertion
    return 0;
}
