// Removing through a pointer to the link updates the head as well.
//@ property: assert memory memory:leak
//@ verdict: safe
#include <assert.h>
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

static void remove_value(struct node **link, int value)
{
    for (; *link; link = &(*link)->next)
        if ((*link)->value == value) {
            struct node *removed = *link;
            *link = removed->next;
            free(removed);
            return;
        }
}

int main(void)
{
    struct node *head = push(push(push(NULL, 1), 2), 3);
    int value = __VERIFIER_nondet_int();
    remove_value(&head, value);
    int sum = 0;
    while (head) {
        struct node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    assert(sum == (value >= 1 && value <= 3 ? 6 - value : 6));
    return 0;
}
