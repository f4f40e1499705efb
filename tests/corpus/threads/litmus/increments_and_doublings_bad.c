// Two increments beside two doublings bring a counter to 8 in one order only.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[none] runs: 6
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[dpor] full_runs: 6
#include "litmus.h"

int x;

static void *t1(void *unused)
{
    STEP(x = x + 1; raddle_check(x <= 7));
    STEP(x = x + 1; raddle_check(x <= 7));
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2; raddle_check(x <= 7));
    STEP(x = x * 2; raddle_check(x <= 7)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
