// Both parameters may be the same node, which then points to itself.
//@ flags: --function insert_after --where "place && node"
//@ verdict: unsafe
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
    assert(node->next != node); //~ FINDING assertion
}
