// Settings of threads that are refused; joins that do not wait.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

int main(void) {
    struct timespec past = {-1, 0};
    struct sched_param five = {5};
    cpu_set_t nowhere;
    CPU_ZERO(&nowhere);
    pthread_t self = pthread_self();
    assert(pthread_setcancelstate(5, NULL) == EINVAL);
    assert(pthread_setcanceltype(5, NULL) == EINVAL);
    assert(pthread_setname_np(self, "sixteen letters!") == ERANGE);
    assert(pthread_setname_np(self, "fifteen letters") == 0);
    assert(pthread_setconcurrency(-1) == EINVAL);
    assert(pthread_setconcurrency(5) == 0 && pthread_getconcurrency() == 5);
    assert(pthread_setschedparam(self, 77, &five) == EINVAL);
    assert(pthread_setschedparam(self, SCHED_OTHER, &five) == EINVAL);
    assert(pthread_setaffinity_np(self, sizeof nowhere, &nowhere) == EINVAL);
    assert(pthread_tryjoin_np(self, NULL) == EBUSY);
    assert(pthread_clockjoin_np(self, NULL, 77, &past) == EINVAL);
    return 0;
}
