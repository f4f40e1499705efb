// gdb stops the program where a thread has begun: its creator has not come back from the call that created it. The first thread created stands between its locks.
// from: --backtrace created_bad.bt --confirm
// verdict: unsafe
// finding: R0501 @second confirmed
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
    pthread_mutex_t *first = argument ? &left : &right;
    pthread_mutex_t *second = argument ? &right : &left;
    pthread_mutex_lock(first);
    pthread_mutex_lock(second); // @second
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    return NULL;
}

int main(void) {
    pthread_t workers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, worker, i ? &left : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
