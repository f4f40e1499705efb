// A thread cannot sleep by the clock of its own processor time.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec none = {0, 0};
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &none, NULL) == 0);  //~ FINDING assert
    return 0;
}
