// "Half a second from now", with the second that may be full.
//@ verdict: safe
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
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&mutex);
    // A wait may also end for no reason, with 0.
    int code;
    do
        code = pthread_cond_timedwait(&condition, &mutex, &until);
    while (code == 0);
    assert(code == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    return 0;
}
