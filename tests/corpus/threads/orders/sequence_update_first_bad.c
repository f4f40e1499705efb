// The update comes first and releases nothing of its own: who sees its value alone is ordered behind nobody.
// Only the sum of both tells that the store was there.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *other(void *unused)
{
    atomic_fetch_add_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

static void *writer(void *unused)
{
    data = 1; //~ FINDING data-race
    atomic_fetch_add_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) >= 1) {
        int seen = data;
        (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_create(&third, 0, other, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
