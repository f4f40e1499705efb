// Two writes end in different stores, and a third thread tells them apart.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include "../litmus/litmus.h"

int x;

static void *t1(void *unused)
{
    STEP(x = 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = 2);
    return unused;
}

static void *t3(void *unused)
{
    STEP(raddle_check(x <= 1)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(t2);
    start(t1);
    start(t3);
    pthread_exit(0);
}
