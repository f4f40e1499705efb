// N threads add to one counter: the orders of their updates are all graphs, N! of them.
//@ verdict: safe
//@ flags: --memory-model c11
//@ family: N=1..5
//@ runs: 1 2 6 24 120
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *add(void *unused)
{
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int at = 0; at < N; at++)
        pthread_create(&threads[at], 0, add, 0);
    for (int at = 0; at < N; at++)
        pthread_join(threads[at], 0);
    assert(atomic_load(&counter) == N);
    return 0;
}
