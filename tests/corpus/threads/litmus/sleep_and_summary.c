// Four threads with one step each; one order of the first three makes the check fail.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[none] runs: 24
//@[dpor] full_runs: 21
#include "litmus.h"

int k, M[2] = {9, 0};

static void *t0(void *unused)
{
    STEP(k = 1);
    return unused;
}

static void *t1(void *unused)
{
    STEP(M[k] = 5);
    return unused;
}

static void *t2(void *unused)
{
    STEP(M[0] = k);
    return unused;
}

static void *t3(void *unused)
{
    STEP(raddle_check(!((M[0] == 0) & (M[1] == 5) & (k == 1)))); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t0);
    start(t1);
    start(t2);
    start(t3);
    pthread_exit(0);
}
