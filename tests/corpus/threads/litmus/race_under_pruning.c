// The accesses race for one value of the input only. The write is a plain one; the read is in an atomic section, which
// orders it with other sections but not with plain accesses.
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
//@[none] runs: <= 5
//@[none_each] runs: 5
//@[dpor] full_runs: <= 3
//@[dpor_each] full_runs: 3
#include "litmus.h"

int f, x, y;

static void *t1(void *unused)
{
    x = 1; //~ FINDING data-race
    return unused;
}

static void *t2(void *unused)
{
    if (f)
        STEP(y = x);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    f = input(0, 1);
    start(t1);
    start(t2);
    pthread_exit(0);
}
