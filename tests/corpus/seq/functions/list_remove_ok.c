// A node is unlinked through a pointer to the pointer that leads to it, and freed. The precondition stands in the source.
//@ flags: --function remove_first
//@ verdict: safe
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
    *list = found->next;
    free(found);
}
