// The same with a node on the stack of its thread, published by release.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
};

struct node *_Atomic published;
atomic_int done;

static void *writer(void *unused)
{
    struct node own;
    struct node *fresh = &own;
    fresh->value = 7;
    atomic_store_explicit(&published, fresh, memory_order_release);
    while (!atomic_load(&done))
        ;
    return unused;
}

static void *reader(void *unused)
{
    struct node *found = atomic_load_explicit(&published, memory_order_acquire);
    if (found) {
        int seen = found->value;
        (void)seen;
    }
    atomic_store(&done, 1);
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
