// The loop ends although the condition is never true in any single state: the two reads are separate steps.
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
#include "litmus.h"
#include <stdatomic.h>

atomic_int a = 1, b = 1;

static void *t1(void *unused)
{
    while (!(a == 1 && b == 0))
        ;
    raddle_check(0); //~ FINDING check
    return unused;
}

static void *t2(void *unused)
{
    a = 0;
    b = 0;
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
