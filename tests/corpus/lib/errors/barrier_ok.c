// Barriers for nobody, or for more than there can be, are refused.
//@ verdict: safe
//@ property: assert memory
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_barrier_t barrier;
    pthread_barrierattr_t attributes;
    assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, NULL, 0x80000000u) == EINVAL);
    pthread_barrierattr_init(&attributes);
    assert(pthread_barrierattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_barrier_init(&barrier, &attributes, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
