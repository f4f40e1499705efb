// Between two generations of threads main is alone, and stores 7: nobody of the second generation sees what was there before.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *first(void *unused)
{
    atomic_store_explicit(&value, 1, memory_order_relaxed);
    return unused;
}

static void *writer(void *unused)
{
    atomic_store_explicit(&value, 5, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    int seen = atomic_load_explicit(&value, memory_order_relaxed);
    assert(seen == 7 || seen == 5);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_join(one, 0);
    atomic_store_explicit(&value, 7, memory_order_relaxed);
    pthread_create(&one, 0, writer, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
