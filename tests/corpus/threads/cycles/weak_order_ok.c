// Two threads hand data to and fro for ever, each by a release store that the other one acquires.
//@ property: race
//@ verdict: safe
//@ revisions: none_summaries dpor_summaries
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int full;
int data;

static void *producer(void *unused)
{
    for (;;) {
        while (atomic_load_explicit(&full, memory_order_acquire) == 1)
            ;
        data = 5;
        atomic_store_explicit(&full, 1, memory_order_release);
    }
    return unused;
}

static void *consumer(void *unused)
{
    for (;;) {
        while (atomic_load_explicit(&full, memory_order_acquire) == 0)
            ;
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
