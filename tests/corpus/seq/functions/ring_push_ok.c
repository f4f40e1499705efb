// A ring buffer whose capacity is in a member: the size of what another member points to is said in terms of it.
//@ flags: --function push
//@ verdict: safe
//@ assumption: A0304
#include <raddle.h>

struct ring {
    int *data;
    unsigned capacity, first, count;
};

int push(struct ring *ring, int value)
{
    raddle_requires(ring && ring->data && 1 <= ring->capacity && ring->capacity <= 4);
    raddle_requires(size(ring->data) == ring->capacity * sizeof(int));
    raddle_requires(ring->first < ring->capacity && ring->count <= ring->capacity);
    if (ring->count == ring->capacity)
        return -1;
    unsigned at = (ring->first + ring->count) % ring->capacity;
    ring->data[at] = value;
    ring->count++;
    return 0;
}
