// Two threads that do not get a lock are not ordered by that: C lets both read the old value. On x86 the attempts empty the buffers.
//@ property: assert
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;
int a, b;

static void *left(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_trylock(&lock);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *right(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_mutex_trylock(&lock);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_mutex_lock(&lock);
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a || b); //~ FINDING assertion
    return 0;
}
