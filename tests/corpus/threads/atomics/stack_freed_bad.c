// A stack without locks that frees popped nodes: the other thread may still look at their next.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
struct node *_Atomic top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &node->next, node))
        ;
}

static int pop(void)
{
    struct node *node = atomic_load(&top);
    while (node && !atomic_compare_exchange_strong(&top, &node, node->next)) //~ FINDING memory-use-after-free //~ FINDING race
        ;
    if (!node)
        return 0;
    int value = node->value;
    free(node);
    return value;
}

static void *work(void *unused)
{
    pop();
    return unused;
}

int main(void)
{
    pthread_t thread;
    push(1);
    push(2);
    pthread_create(&thread, 0, work, 0);
    pop();
    pthread_join(thread, 0);
    assert(atomic_load(&top) == 0);
    return 0;
}
