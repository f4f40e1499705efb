// Which element the second thread writes depends on whether it comes before the first one, and only if it does it meets the third
// one. The run third, second, first must be explored although the first thread, which is independent of the third, is asleep.
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
//@[dpor] full_runs: 3
#include "litmus.h"

int x = 1, A[2];

static void *t1(void *unused)
{
    STEP(x = 0);
    return unused;
}

static void *t2(void *unused)
{
    STEP(A[x] = 1);
    return unused;
}

static void *t3(void *unused)
{
    STEP(A[1] = 2);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, t1, 0);
    pthread_create(&two, 0, t2, 0);
    pthread_create(&three, 0, t3, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    raddle_check(A[1] == 1); //~ FINDING check
    raddle_check(A[1] == 2); //~ FINDING check
    return 0;
}
