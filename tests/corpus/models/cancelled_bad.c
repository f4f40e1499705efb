// A program that cancels threads has store buffers like any other: joining a cancelled thread, which is a section of its own, excludes nothing.
//@ revisions: auto c11 tso pso
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_y, seen_x;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

static void *cancelled(void *unused)
{
    pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_create(&c, 0, cancelled, 0);
    pthread_cancel(c);
    pthread_join(c, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_x || seen_y);  //~ FINDING assertion
    return 0;
}
