// As fig3_ok.c, but nothing keeps the pairs apart: 2^N traces among (2N)! / N!^2 orders. Runs with summaries grow as N^2, since what a
// covered part would access makes the reduction turn steps around that belong to different pairs.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=1..4
//@[none] full_runs: 2 6 20 70
//@[dpor] full_runs: 2 4 8 16
//@[none_summaries] full_runs: 1 1 1 1
//@[none_summaries] partial_runs: 1 4 9 16
//@[dpor_summaries] full_runs: 1 1 1 1
//@[dpor_summaries] partial_runs: <= 1 3 7 13
#include "paper.h"

int x[N];

static void *reader(void *unused)
{
    for (int i = 0; i < N; i++) {
        int a;
        STEP(a = x[i]);
        raddle_check(a <= 10);
    }
    return unused;
}

static void *writer(void *unused)
{
    for (int i = 0; i < N; i++)
        STEP(x[i] = 10);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(reader, 0);
    start(writer, 0);
    pthread_exit(0);
}
