// "Half a second from now" carries no second over: the wait is refused in half of all cases, and the loop spins.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 500000000;
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &until) == ETIMEDOUT);  //~ FINDING assert
    pthread_mutex_unlock(&mutex);
    return 0;
}
