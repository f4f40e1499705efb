// A link is put before another one of a circular list.
//@ flags: --function add_before
//@ verdict: safe
#include <raddle.h>
#include <stddef.h>

struct link {
    struct link *next, *previous;
};
struct task {
    int id;
    struct link link;
};

void add_before(struct link *place, struct task *task)
{
    raddle_requires(place && task && place->previous && place->previous->next == place);
    raddle_requires(!aliases(place, task) && !aliases(place->previous, task));
    struct link *link = &task->link;
    link->next = place;
    link->previous = place->previous;
    place->previous = link;
    link->previous->next = link;
    raddle_check(link->previous != link);
}
