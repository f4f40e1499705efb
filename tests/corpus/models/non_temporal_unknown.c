// A non-temporal store may reach memory after a later release store: no model here has that.
//@ revisions: auto c11 tso
//@ verdict: unknown
//@ reason: U0301
//@ output: a non-temporal store, which later stores may overtake
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *put(void *unused)
{
    __builtin_nontemporal_store(1, &data);
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, put, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 1);
    pthread_join(thread, 0);
    return 0;
}
