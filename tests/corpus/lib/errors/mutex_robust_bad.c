// Nobody says that the mutex is in order again, so that it cannot be locked a second time.
//@ verdict: unsafe
//@ property: assert
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *forgets(void *unused) {
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_t thread;
    pthread_create(&thread, NULL, forgets, NULL);
    pthread_join(thread, NULL);
    if (pthread_mutex_lock(&mutex) == EOWNERDEAD)
        pthread_mutex_unlock(&mutex);
    assert(pthread_mutex_lock(&mutex) == 0);  //~ FINDING assert
    return 0;
}
