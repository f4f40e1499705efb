// A fence behind the question whether a thread was cancelled empties its buffer.
//@ revisions: auto c11 tso pso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_y = 1, seen_x = 1;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_testcancel();
    atomic_thread_fence(memory_order_seq_cst);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_testcancel();
    atomic_thread_fence(memory_order_seq_cst);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_cancel(a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_x || seen_y);
    return 0;
}
