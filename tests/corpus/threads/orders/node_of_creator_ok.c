// What the creator fills in before the creation is ordered before all that the new thread does.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};

struct node *_Atomic published;

static void *reader(void *unused)
{
    struct node *found = atomic_load_explicit(&published, memory_order_relaxed);
    if (found) {
        int seen = found->value;
        (void)seen;
    }
    return unused;
}

static void *idle(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, idle, 0);
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh)
        fresh->value = 7;
    pthread_create(&second, 0, reader, 0);
    if (fresh)
        atomic_store_explicit(&published, fresh, memory_order_relaxed);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
