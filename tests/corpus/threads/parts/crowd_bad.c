// Two may be inside, and any two that are alone are no more. That is known when three come together for the first time, after the last has begun to count.
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

int counts, inside;

static void *body(void *argument)
{
    int own = (int)(long)argument, counted = 0;
    STEP(if (own == N - 1) counts = 1);
    STEP(if (counts) { inside++; counted = 1; raddle_check(inside <= 2); }); //~ FINDING check
    STEP(if (counted) inside--);
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
