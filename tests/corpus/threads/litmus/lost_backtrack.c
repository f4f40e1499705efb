// The failing order needs the first read before both writes and nothing between the second one and the check:
// a backtrack point that a pruned suffix would have added must not get lost.
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
//@[none] runs: 10
//@[dpor] full_runs: 6
#include "litmus.h"

int x, a, b;

static void *t1(void *unused)
{
    STEP(x = 10);
    STEP(x = 20);
    return unused;
}

static void *t2(void *unused)
{
    STEP(a = x);
    STEP(b = x);
    STEP(raddle_check(b != 0)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
