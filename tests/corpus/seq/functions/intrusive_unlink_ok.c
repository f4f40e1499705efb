// A list whose links are members of what is in it. A link is taken out of the circle it is in.
//@ flags: --function unlink_item --where "item && item->link.before && item->link.after"
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

void unlink_item(struct item *item)
{
    struct link *link = &item->link;
    link->before->after = link->after;
    link->after->before = link->before;
    link->before = link->after = link;
}
