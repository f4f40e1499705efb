// Three kinds of updates from an unknown value: adding, multiplying, taking away is the worst order.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] full_runs: 1
#include "../litmus/litmus.h"

int x, start_value;

static int bounded(void)
{
    return x <= 17;
}

static void *t1(void *unused)
{
    STEP(x = x + 3);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 3);
    return unused;
}

static void *t3(void *unused)
{
    STEP(x = x - 2);
    return unused;
}

int main(void)
{
    x = input(0, 3);
    raddle_invariant(bounded); //~ FINDING invariant
    raddle_atomic_begin();
    start(t3);
    start(t2);
    start(t1);
    pthread_exit(0);
}
