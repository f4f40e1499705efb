// Attributes of threads that there are not, and stacks that are too small.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
    pthread_attr_t attributes;
    struct sched_param five = {5}, none = {0};
    size_t size = 0;
    pthread_attr_init(&attributes);
    assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, 16383) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, 16384) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 16384);
    assert(pthread_attr_setdetachstate(&attributes, 2) == EINVAL);
    assert(pthread_attr_setdetachstate(&attributes, -1) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attributes, 7) == EINVAL);
    assert(pthread_attr_setinheritsched(&attributes, 2) == EINVAL);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&attributes, 2) == EINVAL);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setschedparam(&attributes, &five) == EINVAL);
    assert(pthread_attr_setschedparam(&attributes, &none) == 0);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_setschedparam(&attributes, &five) == 0);
    assert(pthread_attr_destroy(&attributes) == 0);
    return 0;
}
