// The semaphore was posted before the flag was set, but the flag is read without an order: the value may be an old one.
//@ verdict: unknown
//@ flags: --memory-model c11
//@ reason: U0301
//@ output: a look at a semaphore whose changes are known from relaxed reads only
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t posted;
atomic_int done;

static void *work(void *unused)
{
    sem_post(&posted);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&posted, 0, 0);
    pthread_create(&thread, 0, work, 0);
    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        int value;
        sem_getvalue(&posted, &value);
        assert(value == 1);
    }
    pthread_join(thread, 0);
    return 0;
}
