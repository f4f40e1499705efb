// Nothing says that the last thread created is the serial one.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;

static void *work(void *argument)
{
    int result = pthread_barrier_wait(&barrier);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
        assert((long)argument == 1); //~ FINDING assertion
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&first, 0, work, (void *)0L);
    pthread_create(&second, 0, work, (void *)1L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
