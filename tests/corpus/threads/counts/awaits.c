// A writer stores 1 and 2; N readers each wait for the first value and read again. A reader sees 1 and 1, 1 and 2, or 2 and 2, so
// there are 3^N traces: how often it goes round while it waits does not count.
//@ property: assert
//@ verdict: safe
//@ family: N=1..3
//@ flags: --memory-model=sc --reduce=dpor --summaries=off
//@ full_runs: 3 9 27
//@ blocked_runs: 0 0 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *writer(void *unused)
{
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return 0;
}

static void *reader(void *unused)
{
    int first;
    while ((first = atomic_load(&x)) < 1)
        ;
    assert(first <= atomic_load(&x));
    return 0;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, reader, 0);
    pthread_create(&threads[N], 0, writer, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
