// Store buffering: each thread writes its own flag and reads the other's. With relaxed atomics both may read the old value, and
// so they may on every x86 machine.
//@ verdict: unsafe
//@ revisions: auto c11 tso pso
//@[auto] runs: 4
//@[c11] flags: --memory-model c11
//@[c11] runs: 4
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_x, seen_y;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(seen_x == 1 || seen_y == 1);  //~ FINDING assertion
    return 0;
}
