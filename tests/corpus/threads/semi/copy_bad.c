// A counter is copied to another one, which is bounded from above.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] full_runs: <= 2
#include "../litmus/litmus.h"

int x, y;

static void *t1(void *unused)
{
    STEP(x = x + 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2);
    return unused;
}

static void *t3(void *unused)
{
    STEP(y = x); STEP(raddle_check(y <= 1)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    start(t3);
    pthread_exit(0);
}
