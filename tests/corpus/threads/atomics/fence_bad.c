// Both threads may see both stores: not exactly one of them.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_x, seen_y;

static void *first(void *unused)
{
    x = 1;
    atomic_signal_fence(memory_order_seq_cst);
    seen_y = y;
    return unused;
}

static void *second(void *unused)
{
    y = 1;
    atomic_thread_fence(memory_order_acq_rel);
    seen_x = x;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(!(seen_x && seen_y)); //~ FINDING assertion
    return 0;
}
