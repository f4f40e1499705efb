// An input decides what is written; a release store and an acquire load hand it on.
//@ verdict: safe
//@ flags: --memory-model c11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
atomic_int ready, data;
int input;

static void *writer(void *unused)
{
    if (input > 100)
        atomic_store_explicit(&data, input, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *reader(void *unused)
{
    int set = atomic_load_explicit(&ready, memory_order_acquire);
    int seen = atomic_load_explicit(&data, memory_order_relaxed);
    if (set && input == 123)
        assert(seen == 123);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    input = __VERIFIER_nondet_int();
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
