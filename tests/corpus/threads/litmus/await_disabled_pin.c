// What was learnt while the first thread was disabled says nothing of inputs for which it is enabled.
//@ verdict: unsafe
//@ revisions: none dpor none_each dpor_each none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_each] flags: --reduce=none --summaries=off -DEACH
//@[dpor_each] flags: --reduce=dpor --summaries=off -DEACH
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none] runs: <= 7
//@[none_each] runs: 7
//@[dpor] full_runs: <= 2
//@[dpor_each] full_runs: 2
#include "litmus.h"

int g, first, second;

static void *t1(void *unused)
{
    AWAIT(g != 0); //~ FINDING deadlock
    STEP(first = 1; raddle_check(0)); //~ FINDING check
    return unused;
}

static void *t2(void *unused)
{
    STEP(second = 1);
    return unused;
}

int main(void)
{
    STEP(g = input(0, 1));
    start(t1);
    start(t2);
    pthread_exit(0);
}
