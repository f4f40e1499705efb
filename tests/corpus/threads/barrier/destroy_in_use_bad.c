// The barrier is destroyed while a thread waits at it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_barrier_wait(&barrier); //~ FINDING deadlock
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    pthread_barrier_destroy(&barrier); //~ FINDING deadlock
    pthread_join(thread, 0);
    return 0;
}
