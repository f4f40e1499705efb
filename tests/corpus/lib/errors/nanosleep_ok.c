// Sleeping for a time that is none is refused: nanoseconds outside of a second, seconds below zero.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <threads.h>
#include <time.h>

int main(void) {
    struct timespec many = {0, 1000000000}, few = {0, -1}, past = {-1, 0}, none = {0, 0};
    errno = 0;
    assert(nanosleep(&many, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&few, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&past, NULL) == -1 && errno == EINVAL);
    assert(nanosleep(&none, NULL) == 0);
    assert(thrd_sleep(&many, NULL) < -1);
    assert(thrd_sleep(&past, NULL) < -1);
    assert(thrd_sleep(&none, NULL) == 0);
    return 0;
}
