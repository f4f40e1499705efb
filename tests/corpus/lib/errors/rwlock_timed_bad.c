// The lock is free, and yet it is not had: the time is wrong.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    struct timespec until = {0, -1};
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    assert(pthread_rwlock_timedwrlock(&lock, &until) == 0);  //~ FINDING assert
    return 0;
}
