// N dining philosophers: take left, take right, eat, drop right, drop left. No more than half of them eat at once. States and
// subsumed states with summaries alone are those of the thesis (Table 6.1 without symmetry, which counts one state more). With symmetry it has 67/29.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off
//@[none_symmetry] flags: --reduce=none --summaries=on --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --summaries=on --symmetry=on
//@ family: N=3
//@[none_summaries] states: 190
//@[none_summaries] subsumed: 79
//@[dpor_summaries] states: <= 83
//@[dpor_summaries] runs: <= 14
//@[none_symmetry] states: <= 51
//@[dpor_symmetry] states: <= 37
#include "paper.h"

int taken[N], eating;

static void *philosopher(void *argument)
{
    int left = (int)(long)argument, right = (left + 1) % N;
    STEP(raddle_await(!taken[left]); taken[left] = 1);
    STEP(raddle_await(!taken[right]); taken[right] = 1);
    STEP(eating++; raddle_check(eating <= N / 2));
    STEP(taken[right] = 0; eating--);
    STEP(taken[left] = 0);
    return 0;
}

int main(void)
{
    raddle_atomic_begin();
    for (long k = 0; k < N; k++)
        start(philosopher, k);
    pthread_exit(0);
}
