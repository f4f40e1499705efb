// The end of the array is not looked at.
//@ flags: --function push
//@ verdict: unsafe
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
    unsigned at = ring->first + ring->count;
    ring->data[at] = value; //~ FINDING memory-out-of-bounds
    ring->count++;
    return 0;
}
