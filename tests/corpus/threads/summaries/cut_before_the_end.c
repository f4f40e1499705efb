// The long way is cut before its end; the short way comes to the same place early enough to fail.
//@ property: assert
//@ verdict: unsafe
//@ flags: --max-steps 8
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include "../litmus/litmus.h"

int b, s, t;

static void *t1(void *unused)
{
    int i;
    if (b == 0) {
        for (i = 0; i < 5; i++)
            STEP(s = 1);
    }
    STEP(s = 4);
    STEP(t = 1);
    STEP(t = 2);
    STEP(raddle_check(s == 0)); //~ FINDING check
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    b = input(0, 1);
    start(t1);
    pthread_exit(0);
}
