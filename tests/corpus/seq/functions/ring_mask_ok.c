// Positions of a ring buffer whose size is a power of two grow for ever; a mask makes them indices.
//@ flags: --function push --where "ring && ring->tail <= ring->head && ring->head - ring->tail <= 8"
//@ verdict: safe
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
    ring->data[ring->head++ & (SIZE - 1)] = value;
    assert(ring->head != ring->tail);
    return 1;
}
