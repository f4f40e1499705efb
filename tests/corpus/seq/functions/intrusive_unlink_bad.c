// A link that is in no list has no neighbours.
//@ flags: --function unlink_item --where "!null(item)"
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

void unlink_item(struct item *item)
{
    struct link *link = &item->link;
    link->before->after = link->after; //~ FINDING memory-null-dereference
    link->after->before = link->before; //~ FINDING memory-null-dereference
    link->before = link->after = link;
}
