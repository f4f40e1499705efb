// N threads set a pair in two steps, one more looks at it in two steps (assertion guided, Fig. 9). The paper's 7, 91 and 2421 runs are
// nearly our 6, 90 and 2520 = (2N + 2)! / 2^(N+1); with its reduction and summaries it has 3, 9 and 39 runs.
// Ours are more: orders of the setters that leave the same pair are covered, but each of them is begun.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=1..3
//@[none] full_runs: 6 90 2520
//@[dpor] full_runs: 4 36 576
//@[none_summaries] runs: <= 6 39 188
//@[dpor_summaries] runs: <= 4 29 176
#include "paper.h"

int a, b;

static void *set(void *unused)
{
    STEP(a = 1);
    STEP(b = -1);
    return unused;
}

static void *look(void *unused)
{
    int left, right;
    STEP(left = a);
    STEP(right = b);
    raddle_check((left == 0 && right == 0) || (left == 1 && right == -1)); //~ FINDING check
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
