// Reversing a list in place keeps every node.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *head)
{
    struct node *reversed = 0;
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    return reversed;
}

int main(void)
{
    struct node nodes[4];
    int count = (int)(__VERIFIER_nondet_uint() % 5);
    struct node *head = 0;
    for (int i = 0; i < count; i++) {
        nodes[i] = (struct node){i, head};
        head = &nodes[i];
    }
    int expected = 0;
    for (struct node *n = reverse(head); n; n = n->next)
        assert(n->value == expected++);
    assert(expected == count);
    return 0;
}
