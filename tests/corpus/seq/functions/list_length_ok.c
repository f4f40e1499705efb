// A list of unknown content is followed to its end: no pointer in it is wild, and a list of at most three nodes has no more than three.
//@ flags: --function length --where "acyclic(list, next)" --where "!list || !list->next || !list->next->next || !list->next->next->next"
//@ verdict: safe
//@ assumption: A0106
//@ runs: <= 12
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int length(const struct node *list)
{
    int count = 0;
    for (; list; list = list->next)
        count++;
    assert(count <= 3);
    return count;
}
