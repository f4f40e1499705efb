// Whoever waits for a sign waits in vain once all others are gone, and not before: what is proved of two that wait alone says nothing about them in company.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=4
#include <pthread.h>
#include <raddle.h>

#define STEP(...) do { raddle_atomic_begin(); __VA_ARGS__; raddle_atomic_end(); } while (0)

int started, sign, late, passed;

static void *body(void *argument)
{
    int own = (int)(long)argument;
    if (own == N - 1) {
        STEP(started = 1);
        STEP(sign = 1);
        STEP(sign = 0);
    } else {
        STEP(if (own == N - 2 && started) late = 1);
        STEP(raddle_await(sign); if (own == 1) passed = 1);
        STEP(raddle_check(own || passed || !late)); //~ FINDING check
    }
    return 0;
}

int main(void)
{
    raddle_atomic_begin();
    for (long k = 0; k < N; k++) {
        pthread_t thread;
        pthread_create(&thread, 0, body, (void *)k);
    }
    pthread_exit(0);
}
