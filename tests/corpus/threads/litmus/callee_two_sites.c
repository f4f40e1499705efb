// One function called from two places: the check stands behind one of them only, so states inside the function are not
// alike although they stand at the same line.
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
#include "litmus.h"

int x, r;

static void g(void)
{
    STEP(r = x);
}

static void *t1(void *unused)
{
    if (input(0, 1)) {
        g();
    } else {
        g();
        STEP(raddle_check(x != 5)); //~ FINDING check
    }
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = 5);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
