// All may be inside, whom each pair of them does not know.
//@ property: assert
//@ verdict: safe
//@ revisions: none none_symmetry dpor_symmetry
//@[none] flags: --reduce=none --symmetry=off
//@[none_symmetry] flags: --reduce=none --symmetry=on
//@[dpor_symmetry] flags: --reduce=dpor --symmetry=on
//@ family: N=4
#include <pthread.h>
#include <raddle.h>

#define STEP(...) do { raddle_atomic_begin(); __VA_ARGS__; raddle_atomic_end(); } while (0)

int inside;

static void *body(void *argument)
{
    (void)argument;
    STEP(inside++; raddle_check(inside <= N));
    STEP(inside--);
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
