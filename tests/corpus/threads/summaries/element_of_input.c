// Which element is looked at depends on an input: what was learnt with one address says nothing about the other.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include "../litmus/litmus.h"

int a[2] = {0, 1};
int i, s;

static void *t1(void *unused)
{
    STEP(s = 1);
    STEP(s = 2);
    if (a[i] == 0)
        raddle_check(s != 2); //~ FINDING check
    else
        raddle_check(s != 2); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    if (input(0, 1))
        i = 1;
    start(t1);
    pthread_exit(0);
}
