// A list of the BSD macros is emptied: its links are members of a member.
//@ flags: --function clear
//@ verdict: safe
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
    while (!SLIST_EMPTY(list)) {
        struct item *first = SLIST_FIRST(list);
        SLIST_REMOVE_HEAD(list, link);
        free(first);
    }
}
