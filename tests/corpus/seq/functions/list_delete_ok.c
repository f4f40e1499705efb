// The first node with a value is taken out of a list of at most three and freed.
//@ flags: --function delete_first --where "list && ends(*list, next, 3)"
//@ verdict: safe
#include <stdlib.h>
struct node { int value; struct node *next; };
void delete_first(struct node **list, int value)
{
    for (struct node **at = list; *at; at = &(*at)->next)
        if ((*at)->value == value) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            return;
        }
}
