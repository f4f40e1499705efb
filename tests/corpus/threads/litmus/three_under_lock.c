// Three critical sections: the check fails in one of their six orders.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[none] runs: 6
//@[dpor] full_runs: 6
#include "litmus.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *t1(void *unused)
{
    pthread_mutex_lock(&m);
    STEP(x = 1);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *t2(void *unused)
{
    pthread_mutex_lock(&m);
    STEP(x = 2 * x + 1);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *t3(void *unused)
{
    pthread_mutex_lock(&m);
    STEP(raddle_check(x != 3)); //~ FINDING check
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    start(t3);
    pthread_exit(0);
}
