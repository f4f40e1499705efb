// The same with values that are small enough in all orders.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include "../litmus/litmus.h"

int x;

static int bounded(void)
{
    return x <= 0x7ffffffe;
}

static void *t1(void *unused)
{
    STEP(x = x + 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = (int)((unsigned)x * 2u));
    return unused;
}

static void *t3(void *unused)
{
    STEP(x = 0x3ffffffe);
    return unused;
}

int main(void)
{
    raddle_invariant(bounded);
    raddle_atomic_begin();
    start(t1);
    start(t2);
    start(t3);
    pthread_exit(0);
}
