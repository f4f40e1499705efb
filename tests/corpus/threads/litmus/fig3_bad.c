// N pairs of a read and a write; only the trace in which every read sees its write reaches the limit.
//@ verdict: unsafe
//@ family: N=1..2
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[dpor] full_runs: 2 4
#include "litmus.h"

int x[N], was_read[N], was_written[N];

static void *reader(void *unused)
{
    int sum = 0;
    for (int i = 0; i < N; i++) {
        int a;
        STEP(a = x[i]);
        sum += a;
        STEP(was_read[i] = 1);
        AWAIT(was_written[i]);
    }
    raddle_check(sum < 10 * N); //~ FINDING check
    return unused;
}

static void *writer(void *unused)
{
    for (int i = 0; i < N; i++) {
        STEP(x[i] = 10);
        STEP(was_written[i] = 1);
        AWAIT(was_read[i]);
    }
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    start(reader);
    start(writer);
    pthread_exit(0);
}
