// A list may be shorter than what is asked for.
//@ flags: --function nth --where "ends(head, next, 3)" --where "n >= 0"
//@ verdict: unsafe
#include <stddef.h>
struct node { int value; struct node *next; };
int nth(struct node *head, int n)
{
    while (n-- > 0 && head) head = head->next;
    return head->value; //~ FINDING memory-null-dereference
}
