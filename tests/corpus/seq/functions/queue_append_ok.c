// A node is appended to a queue that knows its last node.
//@ flags: --function append
//@ verdict: safe
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
    if (queue->last)
        queue->last->next = node;
    else
        queue->first = node;
    queue->last = node;
}
