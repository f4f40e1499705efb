// Doubling before taking away is the worse order, and not bad.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] full_runs: 1
#include "../litmus/litmus.h"

int x = 2;

static int bounded(void)
{
    return x <= 4;
}

static void *t1(void *unused)
{
    STEP(x = x - 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2);
    return unused;
}

int main(void)
{
    raddle_invariant(bounded);
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
