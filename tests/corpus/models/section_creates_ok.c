// A section creates a thread between two accesses: the thread comes after what was set before the section, and sees it.
//@ revisions: auto c11 tso pso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int flag;
int started;

static void *set(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

static void *look(void *unused)
{
    assert(atomic_load_explicit(&flag, memory_order_relaxed) == 1);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, set, 0);
    pthread_join(one, 0);
    raddle_atomic_begin();
    started = 1;
    pthread_create(&two, 0, look, 0);
    started = 2;
    raddle_atomic_end();
    pthread_join(two, 0);
    return 0;
}
