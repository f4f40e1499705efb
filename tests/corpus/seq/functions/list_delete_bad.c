// A node is looked at after it was freed.
//@ flags: --function delete_first --where "list && ends(*list, next, 3)"
//@ verdict: unsafe
#include <stdlib.h>
struct node { int value; struct node *next; };
void delete_first(struct node **list, int value)
{
    for (struct node **at = list; *at; at = &(*at)->next)
        if ((*at)->value == value) {
            struct node *gone = *at;
            free(gone);
            *at = gone->next; //~ FINDING memory-use-after-free
            return;
        }
}
