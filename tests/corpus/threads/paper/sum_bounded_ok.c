// N threads add their number to a sum that never exceeds the sum of all numbers: one order is enough, N + 1 states (thesis, Table 5.2).
//@ property: assert
//@ verdict: safe
//@ revisions: none none_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@ family: N=2,4,6
//@[none] full_runs: 2 24 720
//@[none_summaries] states: 5 33 193
//@[pdpor] states: 3 5 7
//@[pdpor] full_runs: 1 1 1
//@[pdpor_summaries] states: 3 5 7
#include "paper.h"

int sum;

static int bounded(void)
{
    return sum <= N * (N + 1) / 2;
}

static void *add(void *argument)
{
    int id = (int)(long)argument;
    STEP(sum += id);
    return 0;
}

int main(void)
{
    raddle_invariant(bounded);
    raddle_atomic_begin();
    for (long k = 1; k <= N; k++)
        start(add, k);
    pthread_exit(0);
}
