// A node is inserted behind another one that it is not, and that does not lead to it.
//@ flags: --function insert_after --where "place && node && place != node && place->next != node"
//@ verdict: safe
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

void insert_after(struct node *place, struct node *node)
{
    node->next = place->next;
    place->next = node;
    assert(node->next != node);
}
