// With any time, either outcome is possible, and each says what the time was.
//@ verdict: safe
//@ assumption: A0109
#include <assert.h>
#include <time.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    struct timespec pause = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int valid = pause.tv_sec >= 0 && pause.tv_nsec >= 0 && pause.tv_nsec < 1000000000;
    if (nanosleep(&pause, NULL) == 0)
        assert(valid);
    else
        assert(!valid);
    return 0;
}
