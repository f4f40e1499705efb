// The lock was given back before the flag was set, but the flag is read without an order: C lets the lock still be seen as held.
//@ verdict: unknown
//@ flags: --memory-model c11
//@ reason: U0301
//@ output: an attempt to get a lock that may still be seen as held
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int done;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (atomic_load_explicit(&done, memory_order_relaxed))
        assert(pthread_mutex_trylock(&lock) == 0);
    pthread_join(thread, 0);
    return 0;
}
