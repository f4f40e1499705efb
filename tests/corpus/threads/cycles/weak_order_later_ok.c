// Two threads hand data to and fro for ever, each by a release store that the other one acquires; the first rounds are made by code of their own.
//@ property: race
//@ verdict: safe
//@ revisions: none_summaries dpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int full;
int data;

/* Waits without looking in vain. */
static void await(int value)
{
    raddle_atomic_begin();
    raddle_await(atomic_load_explicit(&full, memory_order_acquire) == value);
    raddle_atomic_end();
}

static void fill(void)
{
    await(0);
    data = 5;
}

static void publish(memory_order order)
{
    atomic_store_explicit(&full, 1, order);
}

static void *producer(void *unused)
{
    fill();
    publish(memory_order_release);
    fill();
    publish(memory_order_release);
    for (;;) {
        fill();
        publish(memory_order_release);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (;;) {
        await(1);
        data = 0;
        atomic_store_explicit(&full, 0, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, producer, 0);
    pthread_create(&second, 0, consumer, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
