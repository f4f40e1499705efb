// A stack without locks whose push is relaxed: who pops a node does not see what is in it.
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
    struct node *next;
};

struct node *_Atomic top;

static void *pusher(void *unused)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return unused;
    fresh->value = 7; //~ FINDING data-race
    fresh->next = atomic_load_explicit(&top, memory_order_relaxed); //~ FINDING data-race
    while (!atomic_compare_exchange_strong_explicit(&top, &fresh->next, fresh, memory_order_relaxed, memory_order_relaxed))
        ;
    return unused;
}

static void *popper(void *unused)
{
    struct node *found = atomic_load_explicit(&top, memory_order_acquire);
    while (found && !atomic_compare_exchange_strong_explicit(&top, &found, found->next, memory_order_acquire, memory_order_acquire))
        ;
    if (found) {
        int seen = found->value;
        (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, pusher, 0);
    pthread_create(&second, 0, popper, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
