// The barrier counts main, but main never comes.
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
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
