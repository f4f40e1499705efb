// Two failing assertions in steps that are independent of each other: each ends the run, both must be found.
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
//@[none] runs: 3
//@[dpor] full_runs: <= 3
#include "litmus.h"
#include <assert.h>

int x, y, z;

static void *t1(void *unused)
{
    STEP(assert(y != 0)); //~ FINDING assertion
    return unused;
}

static void *t2(void *unused)
{
    int seen;
    STEP(seen = x);
    STEP(assert(z != 0)); //~ FINDING assertion
    (void)seen;
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
