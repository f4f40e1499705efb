// What was learnt where the value was small is used where it is larger.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include "../litmus/litmus.h"

int x, z;

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
    STEP(z = 1000);
    return unused;
}

int main(void)
{
    pthread_t other;
    raddle_invariant(bounded);
    pthread_create(&other, 0, t3, 0);
    STEP(x = z);
    pthread_join(other, 0);
    raddle_atomic_begin();
    start(t1);
    start(t2);
    pthread_exit(0);
}
