// Like reorder_bad.c, but the N setters also take the pair back, and the other thread looks twice (assertion guided, the second version of
// the program in Table 2: 23 and 479 runs for two and three threads, 14 and 233 with its reduction, 14 and 64 with summaries too).
// With N = 1 there are 70 = 8! / (4! 4!) interleavings.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=1
//@[none] runs: <= 70
#include "paper.h"

int a, b;

static void *set(void *unused)
{
    STEP(a = 1);
    STEP(b = -1);
    STEP(a = 0);
    STEP(b = 0);
    return unused;
}

static void *look(void *unused)
{
    int left, right;
    for (int k = 0; k < 2; k++) {
        STEP(left = a);
        STEP(right = b);
        raddle_check(left + right == 0); //~ FINDING check
    }
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    for (int k = 0; k < N; k++)
        start(set, 0);
    start(look, 0);
    pthread_exit(0);
}
