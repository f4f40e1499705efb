// What is awaited is also looked at afterwards: it may be more than was awaited.
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

int given[N], gifts;

static void *body(void *argument)
{
    int own = (int)(long)argument, across = (own + 2) % N, got = 0;
    STEP(given[across]++);
    STEP(raddle_await(given[own] >= 0); got = given[own]; given[own] = 0);
    STEP(gifts += got; raddle_check(gifts <= 2)); //~ FINDING check
    STEP(given[across] = 0);
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
