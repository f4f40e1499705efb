// Any of four threads may be the last one at the barrier, but it is one of them.
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none
//@[dpor_summaries] flags: --reduce=dpor
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;

static void *work(void *argument)
{
    long id = (long)argument;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        assert(0 <= id && id < 4);
    return 0;
}

int main(void)
{
    pthread_t threads[4];
    pthread_barrier_init(&barrier, 0, 4);
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
