// Two increments beside two doublings of one counter that never exceeds 12: no two orders end alike, but increments first is the
// worst one, so one order is enough (thesis, Example 5.4).
//@ property: assert
//@ verdict: safe
//@ revisions: none none_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none] states: 19
//@[none] full_runs: 6
//@[none_summaries] states: 13
//@[none_summaries] subsumed: 4
//@[pdpor] states: 5
//@[pdpor] full_runs: 1
//@[pdpor_summaries] states: 5
#include "paper.h"

int x = 1;

static int bounded(void)
{
    return x <= 12;
}

static void *increment(void *unused)
{
    STEP(x = x + 1);
    STEP(x = x + 1);
    return unused;
}

static void *twice(void *unused)
{
    STEP(x = x * 2);
    STEP(x = x * 2);
    return unused;
}

int main(void)
{
    raddle_invariant(bounded);
    raddle_atomic_begin();
    start(increment, 0);
    start(twice, 0);
    pthread_exit(0);
}
