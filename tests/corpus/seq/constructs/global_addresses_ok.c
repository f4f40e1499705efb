// Global initialisers hold addresses of other globals, of elements, of functions and of themselves.
//@ verdict: safe
#include <assert.h>

struct link {
    struct link *next;
    const char *name;
    int *counter;
    int (*action)(int);
};

static int twice(int x) { return 2 * x; }
static int counters[3] = {5, 6, 7};
static struct link ring[2] = {
    {&ring[1], "first", &counters[1], twice},
    {&ring[0], "second" + 3, counters + 2, 0},
};
static struct link *const entry = &ring[0] + 1;
static char *const last_letter = (char *)ring + sizeof ring;

int main(void)
{
    assert(ring[0].next->next == &ring[0]);
    assert(*entry->counter == 7 && *ring[0].counter == 6);
    assert(entry->name[0] == 'o' && ring[0].name[4] == 't');
    assert(ring[0].action(21) == 42 && entry->action == 0);
    assert(last_letter == (char *)&ring[2]);
    return 0;
}
