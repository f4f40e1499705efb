// Taking a lock acquires, giving it back releases.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int data;

static void *worker(void *unused)
{
    while (atomic_exchange_explicit(&taken, 1, memory_order_acquire) == 1)
        ;
    data = data + 1;
    atomic_store_explicit(&taken, 0, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
