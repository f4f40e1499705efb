// A relaxed counter says that all are done, but not that what they did can be seen.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;
int results[2];

static void *worker(void *number)
{
    results[(long)number] = 1; //~ FINDING data-race
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0L);
    pthread_create(&second, 0, worker, (void *)1L);
    if (atomic_load_explicit(&counter, memory_order_acquire) == 2)
        results[0] = results[1]; //~ FINDING data-race
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
