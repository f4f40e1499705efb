// Everything before the barrier happens before everything behind it, in both threads and for both phases.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int a[2], b[2];

static void *work(void *argument)
{
    long me = (long)argument, other = 1 - me;
    a[me] = 1;
    pthread_barrier_wait(&barrier);
    b[me] = a[other] + 1;
    pthread_barrier_wait(&barrier);
    assert(b[other] == 2);
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
    pthread_barrier_destroy(&barrier);
    return 0;
}
