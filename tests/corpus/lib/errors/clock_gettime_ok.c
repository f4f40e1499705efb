// An unknown clock shows no time, and leaves the result alone.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now = {1, 2};
    errno = 0;
    assert(clock_gettime(77, &now) == -1 && errno == EINVAL);
    assert(clock_gettime(-1, &now) == -1);
    assert(now.tv_sec == 1 && now.tv_nsec == 2);
    assert(clock_gettime(CLOCK_BOOTTIME, &now) == 0 && now.tv_nsec < 1000000000);
    assert(timespec_get(&now, 9) == 0);
    assert(timespec_get(&now, TIME_UTC) == TIME_UTC);
    assert(gettimeofday(NULL, NULL) == 0);
    return 0;
}
