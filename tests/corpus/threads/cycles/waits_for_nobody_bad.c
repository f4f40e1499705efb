// A loop of two reads waits for a change that nobody makes. After one round the state is the same but for that: this is the end of
// the run, not a circle.
//@ property: assert memory race deadlock
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries persistent_summaries deadlock_only
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[persistent_summaries] flags: --reduce=persistent --summaries=on
//@[deadlock_only] property: deadlock
#include <pthread.h>
#include <stdatomic.h>

atomic_int closed = 1, other;

static void *wait(void *unused)
{
    int seen = atomic_load(&closed);
    while (seen == 1) {
        seen = atomic_load(&closed);  //~ FINDING livelock
        (void)atomic_load(&other);
    }
    return unused;
}

int main(void)
{
    pthread_t waiting;
    pthread_create(&waiting, 0, wait, 0);
    pthread_exit(0);
}
