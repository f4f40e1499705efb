// Read-write locks look at the time and the clock first. Whoever has written waits for itself in vain.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, few = {0, -1}, past = {-1, 0};
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlockattr_t attributes;
    assert(pthread_rwlock_timedrdlock(&lock, &many) == EINVAL);
    assert(pthread_rwlock_timedwrlock(&lock, &few) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&lock, 77, &past) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, 77, &past) == EINVAL);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == EDEADLK);
    assert(pthread_rwlock_timedrdlock(&lock, &past) == EDEADLK);
    assert(pthread_rwlock_timedrdlock(&lock, &many) == EINVAL);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY && pthread_rwlock_trywrlock(&lock) == EBUSY);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
    pthread_rwlock_unlock(&lock);
    pthread_rwlockattr_init(&attributes);
    assert(pthread_rwlockattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_rwlockattr_setkind_np(&attributes, 9) == EINVAL);
    return 0;
}
