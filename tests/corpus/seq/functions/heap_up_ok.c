// An element of a binary heap moves up to where it belongs.
//@ flags: --function up
//@ verdict: safe
#include <raddle.h>

void up(int *heap, int at, int count)
{
    raddle_requires(heap && 1 <= count && count <= 6 && 0 <= at && at < count);
    raddle_requires(size(heap) == count * sizeof(int));
    while (at > 0 && heap[(at - 1) / 2] > heap[at]) {
        int parent = (at - 1) / 2, moved = heap[at];
        heap[at] = heap[parent];
        heap[parent] = moved;
        at = parent;
    }
}
