// Semaphores return -1 and say why in errno: wrong values, wrong times and clocks (also where there is a unit), too many posts.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, few = {0, -1}, past = {-1, 0};
    sem_t semaphore;
    assert(sem_init(&semaphore, 0, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, 1) == 0);
    errno = 0;
    assert(sem_timedwait(&semaphore, &many) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_timedwait(&semaphore, &few) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_clockwait(&semaphore, 77, &past) == -1 && errno == EINVAL);
    assert(sem_timedwait(&semaphore, &past) == 0);
    assert(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(sem_destroy(&semaphore) == 0);
    assert(sem_init(&semaphore, 0, INT_MAX) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    return 0;
}
