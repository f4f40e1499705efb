// Two increments beside two doublings of one counter that begins with 1: no two orders end alike, but none exceeds 12. Weakest
// preconditions cover every second visit: 13 states of which 4 are subsumed (thesis, Example 5.2).
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off --summary-size=1000
//@[none] states: 19
//@[none] full_runs: 6
//@[dpor] states: 19
//@[dpor] full_runs: 6
//@[none_summaries] states: 13
//@[none_summaries] subsumed: 4
//@[none_summaries] full_runs: 1
//@[none_summaries] partial_runs: 4
//@[dpor_summaries] states: 13
//@[dpor_summaries] subsumed: 4
//@[dpor_summaries] full_runs: 1
//@[dpor_summaries] partial_runs: 4
#include "paper.h"

int x = 1;

static void *increment(void *unused)
{
    STEP(x = x + 1; raddle_check(x <= 12));
    STEP(x = x + 1; raddle_check(x <= 12));
    return unused;
}

static void *twice(void *unused)
{
    STEP(x = x * 2; raddle_check(x <= 12));
    STEP(x = x * 2; raddle_check(x <= 12));
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(increment, 0);
    start(twice, 0);
    pthread_exit(0);
}
