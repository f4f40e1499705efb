// A flag is no replacement for pthread_once: both threads may find it unset.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int started, initialised;

static void *work(void *unused)
{
    if (!started) {
        started = 1;
        atomic_fetch_add(&initialised, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(initialised == 1); //~ FINDING assertion
    return 0;
}
