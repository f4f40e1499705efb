// An endless loop of one thread must not hide the other thread. Runs are cut because it never ends.
//@ property: assert
//@ flags: --max-steps 30
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
#include "litmus.h"

int a, x, y;

static void *t1(void *unused)
{
    while (1)
        STEP(a = y);
    return unused;
}

static void *t2(void *unused)
{
    STEP(raddle_check(x != 0)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
