// Six threads come to a barrier for three, in any order. All of them go on, in two crowds.
//@ verdict: safe
//@ revisions: none_summaries dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none
//@[dpor_summaries] flags: --reduce=dpor
#include <pthread.h>

#define THREADS 6

pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, 0, 3);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
