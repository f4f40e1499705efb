// Store buffering with a fence inside of a section on either side, before and between its accesses: one of the two sees the other.
//@ revisions: auto c11 tso pso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int x, y;
int first, second, seen_y, seen_x;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    raddle_atomic_begin();
    first = 1;
    atomic_thread_fence(memory_order_seq_cst);
    first = 2;
    raddle_atomic_end();
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    raddle_atomic_begin();
    atomic_thread_fence(memory_order_seq_cst);
    second = 1;
    raddle_atomic_end();
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_x || seen_y);
    return 0;
}
