// The queue keeps a pointer to the last node after that was freed, and writes to it.
//@ flags: --function take
//@ verdict: unsafe
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
    queue->last->value = 0; //~ FINDING memory-use-after-free
    return value;
}
