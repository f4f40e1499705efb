// All nodes of a list that ends are freed once.
//@ flags: --function free_all --where "acyclic(list, next)" --where "!list || !list->next || !list->next->next || !list->next->next->next"
//@ verdict: safe
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void free_all(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
