// A function that starts threads itself is checked under the model of its orders, also with arguments that nobody knows.
//@ property: assert
//@ flags: --function run
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
    atomic_int x, y;
    int a, b;
};

static void *one(void *argument)
{
    struct pair *pair = argument;
    atomic_store_explicit(&pair->x, 1, memory_order_relaxed);
    pair->a = atomic_load_explicit(&pair->y, memory_order_relaxed);
    return 0;
}

static void *two(void *argument)
{
    struct pair *pair = argument;
    atomic_store_explicit(&pair->y, 1, memory_order_relaxed);
    pair->b = atomic_load_explicit(&pair->x, memory_order_relaxed);
    return 0;
}

void run(struct pair *pair)
{
    if (!pair)
        return;
    atomic_init(&pair->x, 0);
    atomic_init(&pair->y, 0);
    pthread_t first, second;
    pthread_create(&first, 0, one, pair);
    pthread_create(&second, 0, two, pair);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(pair->a || pair->b);  //~ FINDING assertion
}
