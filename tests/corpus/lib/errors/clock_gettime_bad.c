// Nobody looks whether there is such a clock: the time is not there.
//@ verdict: unsafe
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(77, &now);
    if (now.tv_sec > 0)  //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
