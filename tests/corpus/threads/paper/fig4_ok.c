// Each thread twice takes a counter and branches on what it took; every step advances both counters, so that the two takings of a
// thread cannot both be zero: 6 orders with 3 * 3 paths each, 54 as in Fig. 4 (assertion guided). The paper's Table 1 has 54, 34, 18 and
// 13 runs. Here every step touches both
// counters, so nothing commutes.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --summary-size=1000
//@[none] full_runs: 54
//@[dpor] full_runs: 54
//@[none_summaries] full_runs: 1
//@[none_summaries] runs: <= 26
//@[dpor_summaries] full_runs: 1
//@[dpor_summaries] runs: <= 26
#include "paper.h"

int x, y;

static void *first(void *unused)
{
    int a, zeros = 0;
    STEP(a = x++; y++);
    if (a == 0)
        zeros++;
    STEP(a = x++; y++);
    if (a == 0)
        zeros++;
    raddle_check(zeros <= 1);
    return unused;
}

static void *second(void *unused)
{
    int b, zeros = 0;
    STEP(b = y++; x++);
    if (b == 0)
        zeros++;
    STEP(b = y++; x++);
    if (b == 0)
        zeros++;
    raddle_check(zeros <= 1);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    start(first, 0);
    start(second, 0);
    pthread_exit(0);
}
