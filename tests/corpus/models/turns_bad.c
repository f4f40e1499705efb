// Most accesses are to what one thread has for itself, and come first: that two stores are still in their buffers is found all the same.
//@ revisions: auto c11 tso pso
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int own[2], x, y;
int seen_x, seen_y;

static void count(atomic_int *counter)
{
    for (int k = 0; k < 9; k++)
        atomic_store_explicit(counter, k, memory_order_relaxed);
}

static void *one(void *unused)
{
    count(&own[0]);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    count(&own[1]);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
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
    assert(seen_x || seen_y);  //~ FINDING assertion
    return 0;
}
