// Adding first makes the doubled value wrap around to a negative one, within the bound; doubling first breaks it. What holds for
// numbers does not hold here, so both orders are explored.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] full_runs: 2
#include "../litmus/litmus.h"

int x = 0x3fffffff;

static int bounded(void)
{
    return x <= 0x7ffffffe;
}

static void *t1(void *unused)
{
    STEP(x = x + 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = (int)((unsigned)x * 2u));
    return unused;
}

int main(void)
{
    raddle_invariant(bounded); //~ FINDING invariant
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
