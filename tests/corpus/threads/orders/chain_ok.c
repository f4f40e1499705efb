// Three threads hand the data on. Each link acquires and releases.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

atomic_int first_flag, second_flag;
int data;

static void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&first_flag, 1, memory_order_release);
    return unused;
}

static void *link_between(void *unused)
{
    if (atomic_load_explicit(&first_flag, memory_order_acquire) == 1)
        atomic_store_explicit(&second_flag, 1, memory_order_release);
    return unused;
}

static void *reader(void *unused)
{
    if (atomic_load_explicit(&second_flag, memory_order_acquire) == 1) {
        int seen = data;
        (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, link_between, 0);
    pthread_create(&third, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
