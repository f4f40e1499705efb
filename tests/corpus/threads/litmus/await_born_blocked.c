// The fourth thread waits from its birth on if the second one wrote before. That it could have been faster has to be noticed at its
// creation, which has nothing to do with what it waits for.
//@ property: assert deadlock
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
//@[dpor] full_runs: 4
#include "litmus.h"

int x, a;

static void *t4(void *unused)
{
    STEP(raddle_await(a == 0)); //~ FINDING deadlock
    return unused;
}

static void *t1(void *unused)
{
    pthread_t four;
    int seen = x;
    (void)seen;
    pthread_create(&four, 0, t4, 0);
    return unused;
}

static void *t2(void *unused)
{
    STEP(a = 1);
    return unused;
}

static void *t3(void *unused)
{
    STEP(x = 1);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, t1, 0);
    pthread_create(&two, 0, t2, 0);
    pthread_create(&three, 0, t3, 0);
    pthread_exit(0);
}
