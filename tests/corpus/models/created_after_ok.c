// Main stores, and creates a thread that stores: under tso and pso who sees the second store sees the first one, because the thread comes after its creation.
//@ verdict: safe
//@ flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int message, flag;
static int seen, saw;

static void *reads(void *unused)
{
    seen = atomic_load_explicit(&flag, memory_order_relaxed);
    saw = atomic_load_explicit(&message, memory_order_relaxed);
    return unused;
}

static void *tells(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, reads, 0);
    atomic_store_explicit(&message, 1, memory_order_relaxed);
    pthread_create(&two, 0, tells, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(!seen || saw);
    return 0;
}
