// The first thread waits for ever if the input is 0.
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
//@[none] runs: <= 4
//@[none_each] runs: 4
//@[dpor] full_runs: <= 2
//@[dpor_each] full_runs: 2
#include "litmus.h"

int x, y;

static void *t1(void *unused)
{
    AWAIT(x == 1); //~ FINDING deadlock
    return unused;
}

static void *t2(void *unused)
{
    STEP(y = 1);
    return unused;
}

int main(void)
{
    STEP(x = input(0, 1));
    start(t1);
    start(t2);
    pthread_exit(0);
}
