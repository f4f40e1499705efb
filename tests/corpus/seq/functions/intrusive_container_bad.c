// A link leads to an item only if it is a member of one: the head of a list is a link on its own.
//@ flags: --function value_of_next --where "item && item->link.after"
//@ verdict: unsafe
#include <stddef.h>

struct link {
    struct link *before, *after;
};
struct item {
    int value;
    struct link link;
};
#define ITEM(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, link)))

int value_of_next(struct item *item)
{
    struct link *next = item->link.after;
    ;
    return ITEM(next)->value; //~ FINDING memory-out-of-bounds
}
