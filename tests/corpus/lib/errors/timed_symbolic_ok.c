// With any time, waits are refused exactly for wrong nanoseconds, and a settings call exactly for what is out of its range.
//@ verdict: safe
//@ property: assert memory
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    sem_t semaphore;
    struct timespec until = {1, __VERIFIER_nondet_int()};
    int valid = until.tv_nsec >= 0 && until.tv_nsec < 1000000000;
    pthread_mutex_lock(&mutex);
    // A wait may also end for no reason, with 0.
    int code;
    do
        code = pthread_cond_timedwait(&condition, &mutex, &until);
    while (code == 0);
    assert(code == (valid ? ETIMEDOUT : EINVAL));
    code = pthread_mutex_timedlock(&mutex, &until);
    assert(code == (valid ? ETIMEDOUT : EINVAL));
    sem_init(&semaphore, 0, 0);
    assert(sem_timedwait(&semaphore, &until) == -1 && errno == (valid ? ETIMEDOUT : EINVAL));
    int clock = __VERIFIER_nondet_int();
    assert(pthread_cond_clockwait(&condition, &mutex, clock, &until) != EINVAL ||
           !valid || clock < 0 || clock > 1);
    int count = __VERIFIER_nondet_int();
    assert((pthread_setconcurrency(count) == EINVAL) == (count < 0));
    return 0;
}
