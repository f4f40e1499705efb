// A stack without locks whose nodes are never freed.
//@ verdict: safe
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
    while (node && !atomic_compare_exchange_strong(&top, &node, node->next))
        ;
    if (!node)
        return 0;
    int value = node->value;
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
