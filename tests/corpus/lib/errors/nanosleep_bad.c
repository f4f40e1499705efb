// Half a second more is not a second and a half: 1500000000 nanoseconds are refused.
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec pause = {0, 1500000000};
    assert(nanosleep(&pause, NULL) == 0);  //~ FINDING assert
    return 0;
}
