// Message passing by two relaxed atomics: the flag may be seen before the data. A machine with a store buffer for each location shows it (pso).
//@ verdict: unsafe
//@ revisions: auto c11 pso
//@[c11] flags: --memory-model c11
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, data;

static void *writer(void *unused)
{
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    int set = atomic_load_explicit(&ready, memory_order_relaxed);
    int seen = atomic_load_explicit(&data, memory_order_relaxed);
    assert(!set || seen == 42);  //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
