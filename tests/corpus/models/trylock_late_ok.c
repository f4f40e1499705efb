// The flag is read with acquire: the lock was given back before.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int done;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    atomic_store_explicit(&done, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (atomic_load_explicit(&done, memory_order_acquire))
        assert(pthread_mutex_trylock(&lock) == 0);
    pthread_join(thread, 0);
    return 0;
}
