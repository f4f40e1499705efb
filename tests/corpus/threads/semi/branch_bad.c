// A counter that decides a branch is none: only the order that leaves less in it goes wrong.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include "../litmus/litmus.h"

int x, y;

static void *t1(void *unused)
{
    STEP(x = x + 1);
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = x * 2);
    return unused;
}

static void *t3(void *unused)
{
    STEP(if (x == 1) y = 1); STEP(raddle_check(y == 0)); //~ FINDING check
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
