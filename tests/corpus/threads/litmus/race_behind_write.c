// The write of the second thread races with the read of the third one, but can only happen before the first thread's
// write, which the read always follows: no run has the two next to each other.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent persistent_summaries one_summary few_bytes
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[one_summary] flags: --reduce=dpor --summary-limit=1
//@[few_bytes] flags: --reduce=none --summary-memory=2K
//@[persistent] flags: --reduce=persistent --summaries=off
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@ property: race
#include "litmus.h"
#include <raddle.h>

int x;

static void *reader(void *unused)
{
    int seen = x;  //~ FINDING race
    return seen ? 0 : unused;
}

static void *writer(void *unused)
{
    pthread_t third;
    raddle_atomic_begin();
    x = 2;
    raddle_atomic_end();
    pthread_create(&third, 0, reader, 0);
    return unused;
}

static void *waiter(void *unused)
{
    raddle_atomic_begin();
    raddle_await(x <= 1);
    x = 0;  //~ RELATED race
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, waiter, 0);
    pthread_exit(0);
}
