// A signal may end a sleep; the time that is left is told.
//@ flags: --calls-may-fail
//@ verdict: unsafe
//@ property: assert
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct timespec pause = {1, 0};
    assert(nanosleep(&pause, NULL) == 0);  //~ FINDING assert
    assert(sleep(2) == 0);  //~ FINDING assert
    return 0;
}
