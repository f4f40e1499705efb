// In a list that leads back into itself a node is used after it was freed: a node that points to itself is enough.
//@ flags: --function free_all --unwind 3
//@ verdict: unsafe
//@ reason: U0101
//@ output: node#1 { next -> node#1 }
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void free_all(struct node *list)
{
    while (list) {
        struct node *next = list->next; //~ FINDING memory-use-after-free
        free(list);
        list = next;
    }
}
