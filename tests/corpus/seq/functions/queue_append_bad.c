// The first node of an empty queue has none before it.
//@ flags: --function append
//@ verdict: unsafe
#include <raddle.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};
struct queue {
    struct node *first, *last;
};

void append(struct queue *queue, struct node *node)
{
    raddle_requires(queue && node && !queue->first == !queue->last);
    raddle_requires(node != queue->last);
    node->next = NULL;
    queue->last->next = node; //~ FINDING memory-null-dereference
    if (!queue->first)
        queue->first = node;
    queue->last = node;
}
