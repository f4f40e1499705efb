// What mutexes of each kind refuse: others than the owner, the owner himself, settings that there are not.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    struct timespec many = {0, 1000000000};
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, 7) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, -1) == EINVAL);
    assert(pthread_mutexattr_setrobust(&attributes, 5) == EINVAL);
    assert(pthread_mutexattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&attributes, 9) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&attributes, 100) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &many) == EDEADLK);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    int ceiling;
    assert(pthread_mutex_getprioceiling(&mutex, &ceiling) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    pthread_mutex_destroy(&mutex);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_timedlock(&mutex, &many) == 0 && pthread_mutex_timedlock(&mutex, &many) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    pthread_mutex_destroy(&mutex);
    return 0;
}
