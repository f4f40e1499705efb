// A list of at most three nodes, and a number that may be larger.
//@ flags: --function nth --where "ends(head, next, 3)" --where "n >= 0"
//@ verdict: safe
#include <stddef.h>
struct node { int value; struct node *next; };
int nth(struct node *head, int n)
{
    while (n-- > 0 && head) head = head->next;
    return head ? head->value : -1;
}
