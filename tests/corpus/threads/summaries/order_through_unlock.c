// The second thread can only lock after the first unlocks, yet must also be tried before the first locks: whoever takes the unlock for
// what has to be reversed finds one of the two failures only, as the other one stands behind a pruned state.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include "../litmus/litmus.h"

int x, y, z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *t1(void *unused)
{
    pthread_mutex_lock(&m);
    STEP(y = 1);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *t2(void *unused)
{
    STEP(z = 1);
    pthread_mutex_lock(&m);
    if (y == 0) {
        if (x == 0)
            raddle_check(y != 0); //~ FINDING check
        else
            raddle_check(y != 0); //~ FINDING check
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    raddle_atomic_begin();
    if (input(0, 1))
        x = 1;
    start(t1);
    start(t2);
    pthread_exit(0);
}
