// Whether the two accesses to the array meet depends on the input.
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
//@[none] runs: <= 8
//@[none_each] runs: 8
//@[dpor] full_runs: <= 3
//@[dpor_each] full_runs: 3
#include "litmus.h"

int i, a, A[2];

static void *t1(void *unused)
{
    STEP(A[i] = 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(a = A[0]);
    STEP(raddle_check((i == 1) | (a == 1))); //~ FINDING check
    return unused;
}

int main(void)
{
    STEP(i = input(0, 1));
    start(t1);
    start(t2);
    pthread_exit(0);
}
