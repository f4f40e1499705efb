// One thread writes, N read: each read sees the old value or the new one.
//@ verdict: safe
//@ flags: --memory-model c11
//@ family: N=1,2,4,6
//@ runs: 2 4 16 64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *read(void *unused)
{
    int seen = atomic_load_explicit(&x, memory_order_relaxed);
    assert(seen == 0 || seen == 1);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int at = 0; at < N; at++)
        pthread_create(&threads[at], 0, read, 0);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    for (int at = 0; at < N; at++)
        pthread_join(threads[at], 0);
    return 0;
}
