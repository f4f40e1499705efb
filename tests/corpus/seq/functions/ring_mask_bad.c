// The mask is one less than the size.
//@ flags: --function push --where "ring && ring->tail <= ring->head && ring->head - ring->tail <= 8"
//@ verdict: unsafe
#include <assert.h>
#define SIZE 8u
struct ring {
    unsigned head, tail;
    int data[SIZE];
};

int push(struct ring *ring, int value)
{
    if (ring->head - ring->tail == SIZE)
        return 0;
    ring->data[ring->head++ & SIZE] = value; //~ FINDING memory-out-of-bounds
    assert(ring->head != ring->tail);
    return 1;
}
