// Both threads may see old values under C11. A flag that counts steps in one order of all operations keeps that from being explored, and it is said.
//@ flags: --max-steps 200
//@ verdict: safe
//@ output: memory orders of C11
//@ output: assuming sequential consistency
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

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
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(seen_x == 1 || seen_y == 1);
    return 0;
}
