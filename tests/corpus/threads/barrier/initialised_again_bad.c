// A barrier is initialised a second time while threads may wait at it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&one, 0, work, 0);
    pthread_create(&two, 0, work, 0);
    pthread_barrier_init(&barrier, 0, 2); //~ FINDING barrier-misuse
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
