// While the first thread waits, nothing is seen of the write behind its condition. The third one's read must nevertheless be
// tried before that write, also where the second thread made the first one wait for ever.
//@ property: assert deadlock
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor] full_runs: 3
#include "litmus.h"

int x, y;

static void *t1(void *unused)
{
    STEP(raddle_await(x == 0); y = 1); //~ FINDING deadlock
    return unused;
}

static void *t2(void *unused)
{
    STEP(x = 1 - y);
    return unused;
}

static void *t3(void *unused)
{
    int seen;
    STEP(seen = y);
    raddle_check(seen == 1); //~ FINDING check
    return unused;
}

int main(void)
{
    start(t1);
    start(t2);
    start(t3);
    pthread_exit(0);
}
