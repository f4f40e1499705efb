// Store buffering around sections: a section empties the store buffer of its thread.
//@ property: assert
//@ verdict: safe
//@ flags: --memory-model tso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, mine, yours;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    raddle_atomic_begin();
    mine++;
    raddle_atomic_end();
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    raddle_atomic_begin();
    yours++;
    raddle_atomic_end();
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a || b);
    return 0;
}
