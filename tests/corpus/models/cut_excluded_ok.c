// What no execution of a model comes to is no reason for unknown: under tso stores leave in order, so that nobody sees the second without the first.
//@ verdict: safe
//@ flags: --memory-model tso
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;
int nobody_knows(int);

static void *writer(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        if (!atomic_load_explicit(&data, memory_order_relaxed))
            nobody_knows(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
