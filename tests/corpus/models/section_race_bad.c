// A section does not keep ordinary accesses elsewhere away.
//@ revisions: auto c11
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

int count;
atomic_int ends;

static void *add(void *unused)
{
    raddle_atomic_begin();
    count++;
    raddle_atomic_end();
    atomic_fetch_add_explicit(&ends, 1, memory_order_relaxed);
    return unused;
}

static void *reset(void *unused)
{
    count = 0;  //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, reset, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
