// Every search order explores everything.
//@ verdict: safe
//@ revisions: dfs bfs random coverage
//@ runs: 8
//@[dfs] flags: --strategy dfs --summaries=off
//@[bfs] flags: --strategy bfs
//@[random] flags: --strategy random --seed 7
//@[coverage] flags: --strategy coverage
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int bits = 0;
    for (int i = 0; i < 3; i++) {
        bits *= 2;
        if (__VERIFIER_nondet_bool())
            bits++;
    }
    assert(bits < 8);
    return 0;
}
