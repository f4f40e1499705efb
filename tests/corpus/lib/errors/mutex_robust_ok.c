// A robust mutex whose owner ended says so; who does not repair it leaves a mutex that nobody gets any more.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *forgets(void *unused) {
    pthread_mutex_lock(&mutex);
    return unused;
}

static void end_with_lock(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, forgets, NULL);
    pthread_join(thread, NULL);
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    end_with_lock();
    assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&mutex) == 0);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    end_with_lock();
    assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
    assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}
