// x <= 1 is demanded after every step: one order of the two steps keeps it, the other does not.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none] runs: 2
//@[dpor] full_runs: 2
#include "litmus.h"

int x;

static void *t1(void *unused)
{
    STEP(x = x + 1; raddle_check(x <= 1));
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2; raddle_check(x <= 1)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
