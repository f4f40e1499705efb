// A wait with a wrong time or clock is refused at once, and the mutex is still held.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, few = {0, -1}, past = {-1, 0};
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_condattr_t attributes;
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &many) == EINVAL);
    assert(pthread_cond_timedwait(&condition, &mutex, &few) == EINVAL);
    // A wait may also end for no reason, with 0.
    int code;
    do
        code = pthread_cond_timedwait(&condition, &mutex, &past);
    while (code == 0);
    assert(code == ETIMEDOUT);
    assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &many) == EINVAL);
    assert(pthread_cond_clockwait(&condition, &mutex, 77, &past) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    pthread_condattr_init(&attributes);
    assert(pthread_condattr_setclock(&attributes, CLOCK_THREAD_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setpshared(&attributes, 2) == EINVAL);
    return 0;
}
