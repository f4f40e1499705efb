// Memory that is freed through one pointer is gone for the other one that is equal.
//@ flags: --function replace --where "old && new"
//@ verdict: unsafe
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void replace(struct node *old, struct node *new)
{
    free(old);
    new->value = 1; //~ FINDING memory-use-after-free
    free(new);
}
