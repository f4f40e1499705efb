// Each order breaks the bound, but at another place: what is found in one does not stand for the other.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] full_runs: 2
#include "../litmus/litmus.h"

int x = 6;

static void *t1(void *unused)
{
    STEP(x = x + 1; raddle_check(x <= 12)); //~ FINDING check
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2; raddle_check(x <= 12)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
