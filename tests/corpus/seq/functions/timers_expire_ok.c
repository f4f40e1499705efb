// A link of a list is one of a timer, as container_of says.
//@ flags: --function expire
//@ verdict: safe
#include <raddle.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next, *prev;
};
struct timer {
    long when;
    struct link link;
};
struct wheel {
    int count;
    struct link timers;
};
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

void expire(struct wheel *wheel, long now)
{
    raddle_requires(wheel && wheel->timers.next && wheel->timers.next != &wheel->timers);
    raddle_requires(valid(container_of(wheel->timers.next, struct timer, link)));
    raddle_requires(wheel->timers.next->next == &wheel->timers);
    struct link *head = &wheel->timers;
    for (struct link *at = head->next, *next = at->next; at != head; at = next, next = at->next) {
        struct timer *timer = container_of(at, struct timer, link);
        if (timer->when <= now) {
            head->next = at->next;
            free(timer);
        }
    }
}
