// Fig. 4 (assertion guided) with one counter per taking: both threads take x first and y second, and branch on what they took. 6 orders
// with 3 * 3 paths each are its 54 runs; takings of x and of y commute, which leaves 4 orders, 36 runs beside the paper's 34. Its Table 1 has
// 18 runs with summaries alone and 13 with both.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --summary-size=1000
//@[none] full_runs: 54
//@[dpor] full_runs: 36
#include "paper.h"

int x, y;

static void *take(void *unused)
{
    int taken, zeros = 0;
    STEP(taken = x++);
    if (taken == 0)
        zeros++;
    STEP(taken = y++);
    if (taken == 0)
        zeros++;
    raddle_check(zeros <= 2);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    start(take, 0);
    start(take, 0);
    pthread_exit(0);
}
