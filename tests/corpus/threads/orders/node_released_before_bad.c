// What was released before the node was filled does not speak of the filling.
//@ property: race
//@ verdict: unsafe
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
atomic_int before;

static void *writer(void *unused)
{
    atomic_store_explicit(&before, 1, memory_order_release);
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return unused;
    fresh->value = 7; //~ FINDING data-race
    atomic_store_explicit(&published, fresh, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    struct node *found = atomic_load_explicit(&published, memory_order_relaxed);
    if (found && atomic_load_explicit(&before, memory_order_acquire)) {
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
