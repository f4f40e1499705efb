// Atomic accesses to a struct, which the atomics library makes, have orders, too.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

struct triple {
    int a, b, c;
};

_Atomic struct triple shared;
int data;

static void *writer(void *unused)
{
    data = 1;
    struct triple full = {1, 1, 1};
    atomic_store_explicit(&shared, full, memory_order_release);
    return unused;
}

static void *reader(void *unused)
{
    struct triple found = atomic_load_explicit(&shared, memory_order_acquire);
    if (found.a == 1) {
        int seen = data;
        (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
