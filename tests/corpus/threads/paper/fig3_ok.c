// N pairs of a read and a write, one pair after the other: every pair doubles the number of orders, and summaries need one
// more partial run for each: N + 1 instead of 2^N (assertion guided, Fig. 3).
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on --summary-size=1000
//@[dpor_summaries] flags: --reduce=dpor --summaries=on --summary-size=1000
//@ family: N=1,2,3,8
//@[none] full_runs: 2 4 8 256
//@[dpor] full_runs: 2 4 8 256
//@[none_summaries] full_runs: 1 1 1 1
//@[none_summaries] partial_runs: 1 2 3 8
//@[dpor_summaries] full_runs: 1 1 1 1
//@[dpor_summaries] partial_runs: 1 2 3 8
#include "paper.h"

int x[N], done;

// Both sides of a pair may go before any of the next pair.
#define OPEN(pair) (done / 2 == (pair))

static void *reader(void *unused)
{
    for (int i = 0; i < N; i++) {
        int a;
        STEP(raddle_await(OPEN(i)); a = x[i]; done++);
        raddle_check(a <= 10);
    }
    return unused;
}

static void *writer(void *unused)
{
    for (int i = 0; i < N; i++)
        STEP(raddle_await(OPEN(i)); x[i] = 10; done++);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(reader, 0);
    start(writer, 0);
    pthread_exit(0);
}
