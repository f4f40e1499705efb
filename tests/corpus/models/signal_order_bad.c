// A signal wakes a thread, and orders nothing: what was written before it need not be seen behind the wait, and then nobody signals again.
//@ property: deadlock
//@ verdict: unsafe
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
atomic_int waits, message;

static void *tell(void *unused)
{
    pthread_mutex_lock(&lock);
    int somebody = atomic_load_explicit(&waits, memory_order_relaxed);
    if (!somebody)
        atomic_store_explicit(&message, 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    if (somebody) {
        atomic_store_explicit(&message, 1, memory_order_relaxed);
        pthread_cond_signal(&changed);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, tell, 0);
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&waits, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&message, memory_order_relaxed))
        pthread_cond_wait(&changed, &lock); //~ FINDING deadlock
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
