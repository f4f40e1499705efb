// N threads post and main waits when all have: in which order they did makes no difference.
//@ property: assert race deadlock
//@ verdict: safe
//@ revisions: dpor full
//@[dpor] flags: --reduce=dpor --summaries=off
//@ family: N=2..6
//@[dpor] runs: 1 1 1 1 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t done;

static void *worker(void *argument)
{
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    int value;
    sem_init(&done, 0, 0);
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, 0);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    sem_getvalue(&done, &value);
    assert(value == N);
    return 0;
}
