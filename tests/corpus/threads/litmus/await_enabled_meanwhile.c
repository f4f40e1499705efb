// The section of the second thread becomes possible by a step of the third one that has nothing to do with the first one's
// write. The write of the section must also be tried before that write, although it was not possible there.
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
//@[dpor] full_runs: 2
#include "litmus.h"

int x, ready;

static void *t1(void *unused)
{
    STEP(x = 5);
    return unused;
}

static void *t2(void *unused)
{
    STEP(raddle_await(ready); x = 7);
    return unused;
}

static void *t3(void *unused)
{
    STEP(ready = 1);
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
    raddle_check(x == 5); //~ FINDING check
    raddle_check(x == 7); //~ FINDING check
    return 0;
}
