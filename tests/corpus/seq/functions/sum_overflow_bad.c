// Numbers of a list are small, but their sum is not.
//@ flags: --function sum --where "list && ends(list, next, 3) && list->value < 2147483647" --property overflow
//@ verdict: unsafe
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int sum(const struct node *list)
{
    int sum = 0;
    for (const struct node *at = list; at; at = at->next)
        sum += at->value; //~ FINDING overflow
    return sum;
}
