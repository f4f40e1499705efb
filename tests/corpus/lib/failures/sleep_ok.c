// What is left of a sleep that was interrupted is slept, too.
//@ flags: --calls-may-fail
//@ verdict: safe
//@ property: assert memory
#include <assert.h>
#include <errno.h>
#include <time.h>

int main(void) {
    struct timespec pause = {1, 0}, left;
    if (nanosleep(&pause, &left) != 0) {
        assert(errno == EINTR);
        assert(left.tv_sec <= 1);
    }
    int code = clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, &left);
    assert(code == 0 || code == EINTR);
    pause.tv_nsec = -1;
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, &left) == EINVAL);
    return 0;
}
