// The first node of a queue is taken out; an empty queue has no last node.
//@ flags: --function take
//@ verdict: safe
#include <raddle.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
struct queue {
    struct node *first, *last;
};

int take(struct queue *queue, int otherwise)
{
    raddle_requires(queue && !queue->first == !queue->last);
    raddle_requires(!queue->first || !queue->first->next == (queue->first == queue->last));
    struct node *node = queue->first;
    if (!node)
        return otherwise;
    int value = node->value;
    queue->first = node->next;
    free(node);
    if (!queue->first)
        queue->last = NULL;
    else
        queue->last->value = 0;
    return value;
}
