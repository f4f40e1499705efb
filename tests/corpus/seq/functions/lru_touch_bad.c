// The last entry has none behind it.
//@ flags: --function touch --where "c && e && (c->head == e ==> !e->prev) && (c->head != e ==> e->prev && e->prev != e && e->prev->next == e)" --where "(c->tail == e ==> !e->next) && (c->tail != e ==> e->next && e->next != e && e->next->prev == e)" --where "c->head && c->tail && e->prev != e->next || !e->prev"
//@ verdict: unsafe
#include <stddef.h>
struct entry { struct entry *prev, *next; int key; };
struct cache { struct entry *head, *tail; };
void touch(struct cache *c, struct entry *e)
{
    if (c->head == e) return;
    e->next->prev = e->prev; //~ FINDING memory-null-dereference
    e->prev->next = e->next;
    e->prev = NULL;
    e->next = c->head;
    if (c->head) c->head->prev = e;
    c->head = e;
}
