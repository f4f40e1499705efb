// A list of any length: what is visited is explored, and the bound is what makes the answer unknown. No false alarm.
//@ flags: --function sum --unwind 4
//@ verdict: unknown
//@ reason: U0101
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

unsigned sum(const struct node *list)
{
    unsigned total = 0;
    for (; list; list = list->next)
        total += (unsigned)list->value;
    return total;
}
