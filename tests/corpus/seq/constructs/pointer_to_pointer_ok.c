// The insertion through a pointer to the link needs no special case for the head.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static void insert(struct node **link, struct node *n)
{
    while (*link && (*link)->key < n->key)
        link = &(*link)->next;
    n->next = *link;
    *link = n;
}

int main(void)
{
    struct node nodes[3], *head = 0;
    for (int i = 0; i < 3; i++) {
        nodes[i].key = __VERIFIER_nondet_int();
        insert(&head, &nodes[i]);
    }
    int length = 1;
    for (struct node *n = head; n->next; n = n->next, length++)
        assert(n->key <= n->next->key);
    assert(length == 3);
    return 0;
}
