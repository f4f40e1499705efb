// Main stores, and creates a thread that stores: under c11 who sees the second store by a relaxed read need not see the first one.
//@ verdict: unsafe
//@ flags: --memory-model c11
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
    assert(!seen || saw); //~ FINDING assertion
    return 0;
}
