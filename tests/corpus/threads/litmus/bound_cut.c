// The longer path is cut by the bound before its assertion; that must not hide the failure of the shorter one.
//@ verdict: unsafe
//@ flags: --max-steps 6
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
#include "litmus.h"

int b, s;

static void *t1(void *unused)
{
    if (b == 0) {
        STEP(s = 1);
        STEP(s = 2);
        STEP(s = 3);
    }
    STEP(s = 4);
    STEP(raddle_check(s == 0)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    b = input(0, 1);
    start(t1);
    pthread_exit(0);
}
