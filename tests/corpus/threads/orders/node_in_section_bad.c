// In a section, too, a relaxed store hands the address on without what the node is filled with.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};

struct node *_Atomic published;
atomic_int count;

static void *writer(void *unused)
{
    raddle_atomic_begin();
    atomic_store_explicit(&count, 1, memory_order_relaxed);
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh) {
        fresh->value = 7; //~ FINDING data-race
        atomic_store_explicit(&published, fresh, memory_order_relaxed);
    }
    raddle_atomic_end();
    return unused;
}

static void *reader(void *unused)
{
    struct node *found = atomic_load_explicit(&published, memory_order_acquire);
    if (found) {
        int seen = found->value;
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
