// Whoever knows which link leads back to the item itself does not leave it.
//@ flags: --function value_of_next --where "item && item->link.after"
//@ verdict: safe
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
    if (next != &item->link)
        return 0;
    return ITEM(next)->value;
}
