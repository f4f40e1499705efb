// A list that is found to be too long is shown node by node.
//@ flags: --function length --where "acyclic(list, next)" --where "!list || !list->next || !list->next->next || !list->next->next->next"
//@ verdict: unsafe
//@ output: node#2 { next -> node#3 }
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
    assert(count < 3); //~ FINDING assertion
    return count;
}
