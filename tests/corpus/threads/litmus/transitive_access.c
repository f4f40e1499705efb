// Accesses below a pruned node are accesses of its parent too: both checks of the second thread can fail.
//@ verdict: unsafe
//@ revisions: none dpor none_each dpor_each none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
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
//@[none] runs: <= 60
//@[none_each] runs: 60
//@[dpor] full_runs: <= 30
//@[dpor_each] full_runs: 30
#include "litmus.h"

int x, A[2];

static void *t1(void *unused)
{
    STEP(x = 0);
    STEP(x = 2);
    STEP(raddle_check(A[1] != 1));
    return unused;
}

static void *t2(void *unused)
{
    STEP(raddle_check(x != 0)); //~ FINDING check
    STEP(x = x + 1);
    STEP(raddle_check(x != 0)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    x = input(0, 2);
    start(t1);
    start(t2);
    pthread_exit(0);
}
