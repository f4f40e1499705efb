// A mutex in memory that has room for its first words only: those behind are somebody else's.
//@ property: memory
//@ verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

static void *work(void *lock)
{
    pthread_mutex_lock(lock); //~ FINDING memory-out-of-bounds
    pthread_mutex_unlock(lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *lock = calloc(1, 24);
    if (lock == 0)
        return 0;
    pthread_create(&thread, 0, work, lock);
    pthread_join(thread, 0);
    free(lock);
    return 0;
}
