// The node is freed before the next one is read from it.
//@ flags: --function remove_first
//@ verdict: unsafe
#include <raddle.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void remove_first(struct node **list, int value)
{
    raddle_requires(list && acyclic(*list, next));
    raddle_requires(!*list || !(*list)->next || !(*list)->next->next);
    while (*list && (*list)->value != value)
        list = &(*list)->next;
    struct node *found = *list;
    if (!found)
        return;
    free(found);
    *list = found->next; //~ FINDING memory-use-after-free
}
