// The element of a ring that was put in last.
//@ flags: --function last
//@ verdict: safe
#include <raddle.h>

struct ring {
    int *data;
    unsigned capacity, first, count;
};

int last(const struct ring *ring)
{
    raddle_requires(ring && ring->data && 1 <= ring->capacity && ring->capacity <= 4);
    raddle_requires(size(ring->data) == ring->capacity * sizeof(int));
    raddle_requires(ring->first < ring->capacity && ring->count <= ring->capacity);
    if (ring->count == 0)
        return 0;
    return ring->data[(ring->first + ring->count - 1) % ring->capacity];
}
