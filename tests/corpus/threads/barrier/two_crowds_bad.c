// Five threads come to a barrier for three, in any order. The first of them may be one of two who wait in vain.
//@ verdict: unsafe
//@ revisions: none_summaries dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none
//@[dpor_summaries] flags: --reduce=dpor
#include <pthread.h>
#include <stdlib.h>

#define THREADS 5

pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_barrier_wait(&barrier); //~ FINDING deadlock
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, 0, 3);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, 0);
    pthread_join(threads[0], 0);
    exit(0);
}
