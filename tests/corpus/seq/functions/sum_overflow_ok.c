// The sum of numbers of a list is larger than they are.
//@ flags: --function sum --where "list && ends(list, next, 3) && list->value < 2147483647" --property overflow
//@ verdict: safe
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

long sum(const struct node *list)
{
    long sum = 0;
    for (const struct node *at = list; at; at = at->next)
        sum += at->value;
    return sum;
}
