// Neither order breaks a bound.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include "../litmus/litmus.h"

int x = 6;

static void *t1(void *unused)
{
    STEP(x = x + 1; raddle_check(x <= 13));
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2; raddle_check(x <= 14));
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
