// Two nodes are freed, each once. That neither is the variable is an assumption.
//@ flags: --function replace --where "old && new && old != new"
//@ verdict: safe
//@ assumption: A0303
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node spare;

void replace(struct node *old, struct node *new)
{
    free(old);
    new->value = 1;
    free(new);
}
