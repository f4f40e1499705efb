// A list is reversed in place: its first node becomes its last.
//@ flags: --function reverse --where "acyclic(list, next)" --where "!list || !list->next || !list->next->next || !list->next->next->next"
//@ verdict: safe
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *reverse(struct node *list)
{
    struct node *first = list, *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    if (first)
        assert(first->next == NULL);
    return done;
}
