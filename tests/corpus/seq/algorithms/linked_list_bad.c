// Removing the first match forgets the case that it is the head, and main keeps using the freed node.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static void remove_value(struct node *head, int value)
{
    struct node *before = NULL;
    for (struct node *n = head; n; before = n, n = n->next)
        if (n->value == value) {
            if (before)
                before->next = n->next;
            free(n);
            return;
        }
}

int main(void)
{
    struct node *head = push(push(push(NULL, 1), 2), 3);
    remove_value(head, __VERIFIER_nondet_int());
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum += n->value; //~ FINDING memory-use-after-free
    return sum;
}
