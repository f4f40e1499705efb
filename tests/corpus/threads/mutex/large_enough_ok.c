// A mutex in memory that was allocated for it.
//@ property: memory
//@ verdict: safe
#include <pthread.h>
#include <stdlib.h>

static void *work(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *lock = calloc(1, sizeof(pthread_mutex_t));
    if (lock == 0)
        return 0;
    pthread_create(&thread, 0, work, lock);
    pthread_join(thread, 0);
    free(lock);
    return 0;
}
