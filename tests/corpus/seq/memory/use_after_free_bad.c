// The list is walked with a pointer that was read from a node already freed.
//@ verdict: unsafe
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *head, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(0);
    n->next = head;
    n->value = value;
    return n;
}

int main(void)
{
    struct node *head = push(push(0, 1), 2);
    for (struct node *n = head; n; n = n->next) //~ FINDING memory-use-after-free
        free(n);
    return 0;
}
