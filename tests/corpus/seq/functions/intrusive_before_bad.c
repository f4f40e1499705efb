// The link before the other one is asked for after it was overwritten.
//@ flags: --function add_before
//@ verdict: unsafe
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
    place->previous = link;
    link->previous = place->previous;
    link->previous->next = link;
    raddle_check(link->previous != link); //~ FINDING check
}
