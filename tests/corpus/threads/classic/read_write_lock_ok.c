// A readers/writer lock made of atomic sections that wait: the writer is alone.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

// Threads that write, and as many that read; the benchmark has larger sizes.
#ifndef N
#define N 1
#endif

int writers, readers, x;

static void *write_x(void *unused)
{
    raddle_atomic_begin(); raddle_await(writers == 0 && readers == 0); writers = 1; raddle_atomic_end();
    x = 3;
    raddle_atomic_begin(); writers = 0; raddle_atomic_end();
    return unused;
}

static void *read_x(void *unused)
{
    raddle_atomic_begin(); raddle_await(writers == 0); readers++; raddle_atomic_end();
    int first = x;
    int second = x;
    assert(first == second);
    raddle_atomic_begin(); readers--; raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t threads[2 * N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, write_x, 0);
    for (int k = N; k < 2 * N; k++)
        pthread_create(&threads[k], 0, read_x, 0);
    for (int k = 0; k < 2 * N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
