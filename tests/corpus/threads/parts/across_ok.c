// Whoever looks across waits until nobody is there.
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

int in[N], busy[N];

static void *body(void *argument)
{
    int own = (int)(long)argument, across = (own + 2) % N;
    STEP(raddle_await(!in[across]); in[own] = 1);
    STEP(busy[own]++; raddle_check(busy[own] <= 1));
    STEP(in[own] = 0);
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
