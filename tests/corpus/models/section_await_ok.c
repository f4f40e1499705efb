// A section that waits: what it waits for comes before it.
//@ revisions: auto c11 tso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

int ready, data;
atomic_int ends;

static void *put(void *unused)
{
    data = 1;
    raddle_atomic_begin();
    ready = 1;
    raddle_atomic_end();
    atomic_fetch_add_explicit(&ends, 1, memory_order_relaxed);
    return unused;
}

static void *get(void *unused)
{
    raddle_atomic_begin();
    raddle_await(ready);
    raddle_atomic_end();
    assert(data == 1);
    atomic_fetch_add_explicit(&ends, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t putter, getter;
    pthread_create(&putter, 0, put, 0);
    pthread_create(&getter, 0, get, 0);
    pthread_join(putter, 0);
    pthread_join(getter, 0);
    return 0;
}
