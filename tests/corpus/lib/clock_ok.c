// Clocks do not run backwards and stay in their ranges.
//@ verdict: safe
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    time_t first = time(NULL), second;
    time(&second);
    assert(second >= first);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    struct timeval v;
    gettimeofday(&v, NULL);
    assert(v.tv_usec >= 0 && v.tv_usec < 1000000);
    assert(clock() >= 0);
    return 0;
}
