// N threads add their number to a sum; the last to come finds the sum of all numbers. N! orders, and N * 2^(N-1) + 1 states with
// summaries (thesis, Table 5.2: 193 for N = 6), whether or not the reduction is on, since all steps touch the sum.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --symmetry=off
//@ family: N=2,4,6
//@[none] full_runs: 2 24 720
//@[none] states: 5 65 1957
//@[dpor] full_runs: 2 24 720
//@[dpor] states: 5 65 1957
//@[none_summaries] states: 5 33 193
//@[none_summaries] subsumed: 1 17 129
//@[none_summaries] full_runs: 1 1 1
//@[dpor_summaries] states: 5 33 193
//@[dpor_summaries] subsumed: 1 17 129
//@[dpor_summaries] full_runs: 1 1 1
#include "paper.h"

int sum, done;

static void *add(void *argument)
{
    int id = (int)(long)argument;
    STEP(sum += id; done++; if (done == N) raddle_check(sum == N * (N + 1) / 2));
    return 0;
}

int main(void)
{
    raddle_atomic_begin();
    for (long id = 1; id <= N; id++)
        start(add, id);
    pthread_exit(0);
}
