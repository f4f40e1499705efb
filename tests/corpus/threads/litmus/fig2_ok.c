// Two writes and two reads of one variable that begins with any value up to 10.
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[none] runs: 6
//@[dpor] full_runs: 6
#include "litmus.h"

int x;

static void *t1(void *unused)
{
    STEP(x = 10);
    STEP(x = 20);
    return unused;
}

static void *t2(void *unused)
{
    int a, b;
    STEP(a = x);
    STEP(b = x);
    raddle_check(a <= b);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x <= 10);
    start(t1);
    start(t2);
    pthread_exit(0);
}
