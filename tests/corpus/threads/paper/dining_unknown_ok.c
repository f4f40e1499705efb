// N dining philosophers who do not know which forks lie there at the beginning: take left, take right, eat, drop both. No more than half of them
// eat at once (thesis, Table 5.3: 125 states for N = 3 with summaries and partial-order reduction).
//@ property: assert
//@ verdict: safe
//@ revisions: none_summaries dpor_summaries persistent_summaries pdpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off --summary-size=1000
//@[persistent_summaries] flags: --reduce=persistent --summaries=on --summary-size=1000
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on --summary-size=1000
//@ family: N=2..3
#include "paper.h"

int taken[N], eating;

static void *philosopher(void *argument)
{
    int left = (int)(long)argument, right = (left + 1) % N;
    STEP(raddle_await(!taken[left]); taken[left] = 1);
    STEP(raddle_await(!taken[right]); taken[right] = 1; eating++; raddle_check(eating <= N / 2));
    STEP(taken[right] = 0; taken[left] = 0; eating--);
    return 0;
}

int main(void)
{
    for (int k = 0; k < N; k++) {
        taken[k] = __VERIFIER_nondet_int();
        __VERIFIER_assume(taken[k] == 0 || taken[k] == 1);
    }
    raddle_atomic_begin();
    for (long k = 0; k < N; k++)
        start(philosopher, k);
    pthread_exit(0);
}
