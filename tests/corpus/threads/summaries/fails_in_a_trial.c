// Whether main's write can come first is tried out while the first check is on its way to be reported. The second one fails in
// that trial, of which nobody hears: it is still to be found.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>

int left = 1, right = 1;
sem_t posted;

static void *work(void *unused)
{
    sem_post(&posted);
    raddle_atomic_begin();
    int seen = left;
    raddle_check(0); //~ FINDING check
    raddle_atomic_end();
    raddle_atomic_begin();
    raddle_check(right != seen); //~ FINDING check
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&posted, 0, 0);
    pthread_create(&thread, 0, work, 0);
    right = 0;
    pthread_exit(0);
}
