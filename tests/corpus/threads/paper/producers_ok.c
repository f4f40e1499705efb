// N producers increment and N double a value, each after a step of its own; a consumer takes it once, and then it is at most
// N * 2^N. Every place is explored once and covered afterwards: 514 states for N = 2 (thesis, Table 5.1, state interpolation).
// Without summaries the orders of all steps, (4N + 1)! / 2^2N, and the orders of those that touch x, (2N + 1)!. With persistent sets
// 85 states as in the thesis; dynamic reduction adds what a covered part would access, and needs more.
// Property-driven reduction needs one order: increments, doublings, consumer (4N + 2 states).
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries persistent_summaries pdpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off --summary-size=1000
//@[persistent_summaries] flags: --reduce=persistent --summaries=on --symmetry=off --summary-size=1000
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@ family: N=1..2
//@[none] full_runs: 30 22680
//@[dpor] full_runs: 6 120
//@[none_summaries] states: 34 514
//@[none_summaries] full_runs: 1 1
//@[dpor_summaries] states: <= 16 146
//@[persistent_summaries] states: 15 85
//@[pdpor] states: 6 10
//@[pdpor] full_runs: 1 1
//@[dpor_summaries] runs: <= 6 120
#include "paper.h"

long x, y;

static void *increment(void *argument)
{
    STEP((void)argument);
    STEP(x = x + 1);
    return 0;
}

static void *twice(void *argument)
{
    STEP((void)argument);
    STEP(x = x * 2);
    return 0;
}

static void *consume(void *unused)
{
    STEP(y = x; raddle_check(y <= (long)N << N));
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    for (long k = 0; k < N; k++)
        start(increment, k);
    for (long k = N; k < 2 * N; k++)
        start(twice, k);
    start(consume, 0);
    pthread_exit(0);
}
