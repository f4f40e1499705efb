// The time has too many nanoseconds, so that the second thread does not wait but goes on without the lock.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    struct timespec until = {2000000000, 2000000000};
    int code = pthread_mutex_timedlock(&mutex, &until);
    assert(code == 0 || code == ETIMEDOUT);  //~ FINDING assert
    if (code == 0)
        pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
