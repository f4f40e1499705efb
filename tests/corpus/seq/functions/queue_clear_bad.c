// The next item is looked for in the one that was freed.
//@ flags: --function clear
//@ verdict: unsafe
#include <raddle.h>
#include <stdlib.h>
#include <sys/queue.h>

struct item {
    int value;
    SLIST_ENTRY(item) link;
};
SLIST_HEAD(items, item);

void clear(struct items *list)
{
    raddle_requires(list && ends(list->slh_first, link.sle_next, 3));
    struct item *item;
    SLIST_FOREACH(item, list, link) //~ FINDING memory-use-after-free
        free(item);
}
