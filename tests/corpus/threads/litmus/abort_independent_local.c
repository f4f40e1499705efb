// The failing assertions read nothing shared, and each ends the run: the second thread must still get its turn between
// the write and the failing assertion of the first one.
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
#include "litmus.h"
#include <assert.h>

int x;

static void *t1(void *unused)
{
    STEP(x = 1);
    assert(0); //~ FINDING assertion
    return unused;
}

static void *t2(void *unused)
{
    AWAIT(x == 1);
    raddle_check(0); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
