// Of two threads with the same code only the first takes the lock, but whoever was counted first gives it back. The two ends of
// this look alike but for the owner of the lock.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --symmetry=off
//@[dpor_summaries] flags: --reduce=dpor --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
#include <pthread.h>
#include <raddle.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counted, passed;

static void *worker(void *argument)
{
    if ((long)argument == 0)
        pthread_mutex_lock(&lock);
    raddle_atomic_begin();
    int place = counted++;
    raddle_atomic_end();
    if (place == 0) {
        raddle_atomic_begin();
        raddle_await(counted == 2);
        raddle_atomic_end();
        pthread_mutex_unlock(&lock);  //~ FINDING unlock-not-owner
    } else {
        passed = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    raddle_atomic_begin();
    for (long k = 0; k < 2; k++)
        pthread_create(&thread, 0, worker, (void *)k);
    pthread_exit(0);
}
