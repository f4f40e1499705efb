// An empty ring has none, and the index before the first one is the largest number there is.
//@ flags: --function last
//@ verdict: unsafe
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
    unsigned at = ring->first + ring->count - 1;
    return ring->data[at < ring->capacity ? at : at - ring->capacity]; //~ FINDING memory-out-of-bounds
}
