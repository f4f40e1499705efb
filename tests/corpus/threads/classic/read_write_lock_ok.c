// A readers/writer lock made of atomic sections that wait: the writer is alone.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

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
    pthread_t one, two;
    pthread_create(&one, 0, write_x, 0);
    pthread_create(&two, 0, read_x, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
