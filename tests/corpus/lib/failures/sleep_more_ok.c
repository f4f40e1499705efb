// Everything else that a signal interrupts or the system refuses.
//@ flags: --calls-may-fail
//@ verdict: safe
//@ property: assert memory
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/random.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct timespec pause = {1, 0}, left, past = {-1, 0};
    struct sched_param none = {0};
    cpu_set_t first;
    sem_t semaphore;
    tss_t key;
    char bytes[2];
    assert(usleep(5) == 0 || errno == EINTR);
    int code = thrd_sleep(&pause, &left);
    assert(code == 0 || code == -1);
    if (sem_init(&semaphore, 0, 0) == 0) {
        assert(sem_timedwait(&semaphore, &past) == -1 && (errno == ETIMEDOUT || errno == EINTR));
        assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &past) == -1 && (errno == ETIMEDOUT || errno == EINTR));
    }
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    code = pthread_setaffinity_np(pthread_self(), sizeof first, &first);
    assert(code == 0 || code == EINVAL);
    code = pthread_setschedparam(pthread_self(), SCHED_OTHER, &none);
    assert(code == 0 || code == EPERM);
    assert(getentropy(bytes, 2) == 0 || errno == EIO);
    assert(getrandom(bytes, 2, 0) == 2 || errno == EINTR || errno == EAGAIN);
    if (tss_create(&key, 0) == thrd_success) {
        code = tss_set(key, &key);
        assert(code == thrd_success || code == thrd_error || code == thrd_nomem);
    }
    return 0;
}
