// The second thread's section accesses an element that depends on what it reads, and so does what follows. The main thread's write
// comes before the section, between it and the read, or after both; the first thread's comes before or after the last read.
//@ property: assert
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
//@[dpor] full_runs: 6
//@[dpor] blocked_runs: 0
#include "litmus.h"

int x, y = 1, a[2];

static void *t1(void *unused)
{
    STEP(x = 1);
    return unused;
}

static void *t2(void *unused)
{
    int at, element, seen;
    STEP(at = y; a[at & 1] = 1);
    STEP(element = a[at & 1]);
    STEP(seen = x);
    raddle_check(element == 1 || seen == 0); //~ FINDING check
    raddle_check(element == 1 || seen == 1); //~ FINDING check
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, t1, 0);
    pthread_create(&two, 0, t2, 0);
    STEP(a[1] = 2);
    pthread_exit(0);
}
