// A relaxed counter is right where join orders the last look at it.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ assumption: !A0201
//@[none,none_summaries] assumption: A0201
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;
int total;

static void *worker(void *unused)
{
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    total = atomic_load_explicit(&counter, memory_order_relaxed);
    return total != 2;
}
