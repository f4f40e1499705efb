// One of the possible times is refused.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    struct timespec until = {1, __VERIFIER_nondet_int()};
    if (until.tv_nsec >= 0 && until.tv_nsec <= 1000000000)
        assert(pthread_rwlock_timedrdlock(&lock, &until) == 0);  //~ FINDING assert
    return 0;
}
