// The message is written with the lock, which orders it before what the waiting thread does when it has the lock again.
//@ property: deadlock
//@ verdict: safe
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
atomic_int waits, message;

static void *tell(void *unused)
{
    pthread_mutex_lock(&lock);
    int somebody = atomic_load_explicit(&waits, memory_order_relaxed);
    atomic_store_explicit(&message, 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    if (somebody)
        pthread_cond_signal(&changed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, tell, 0);
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&waits, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&message, memory_order_relaxed))
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
