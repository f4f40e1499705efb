// A loop that reads with a fence in it, as readers of sequence locks do, waits like any other: it is not followed for ever.
//@ verdict: safe
//@ flags: --memory-model c11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int low, high;

static void *writer(void *unused)
{
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&low, 1, memory_order_relaxed);
    atomic_store_explicit(&high, 10, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return unused;
}

static void read_both(int *one, int *ten)
{
    unsigned before, after;
    do {
        before = atomic_load_explicit(&sequence, memory_order_acquire);
        *one = atomic_load_explicit(&low, memory_order_relaxed);
        *ten = atomic_load_explicit(&high, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        after = atomic_load_explicit(&sequence, memory_order_relaxed);
    } while ((before & 1) || before != after);
}

int main(void)
{
    pthread_t thread;
    int one, ten;
    pthread_create(&thread, 0, writer, 0);
    read_both(&one, &ten);
    assert(ten == 10 * one);
    pthread_join(thread, 0);
    return 0;
}
