// Which clocks can be slept by; errors are returned, not left in errno.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, past = {-1, 0}, none = {0, 0};
    errno = 0;
    assert(clock_nanosleep(CLOCK_REALTIME, 0, &many, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL) == EINVAL);
    assert(clock_nanosleep(77, 0, &none, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &none, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC_RAW, 0, &none, NULL) == ENOTSUP);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &none, NULL) == 0);
    assert(errno == 0);
    return 0;
}
