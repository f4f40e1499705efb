// A wrong time is refused by who would have to wait, a wrong clock by everybody. A time before 1970 is over.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, few = {0, -1}, past = {-1, 0}, ancient = {-1, 1000000000};
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_mutex_timedlock(&mutex, &many) == 0);
    assert(pthread_mutex_timedlock(&mutex, &many) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &few) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&mutex, &ancient) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &many) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &past) == EINVAL);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return 0;
}
