// The successor is saved before its node is freed.
//@ verdict: safe
//@ property: assert memory memory:leak
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
    struct node *next;
    for (struct node *n = head; n; n = next) {
        next = n->next;
        free(n);
    }
    return 0;
}
