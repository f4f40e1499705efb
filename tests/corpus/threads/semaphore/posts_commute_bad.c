// N threads post while main looks how many have: it need not be all of them.
//@ property: assert race deadlock
//@ verdict: unsafe
//@ revisions: dpor full
//@[dpor] flags: --reduce=dpor --summaries=off
//@ family: N=2..3
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
    sem_getvalue(&done, &value);
    assert(value == N);  //~ FINDING assert
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
