// The parent of the first element is looked at, too.
//@ flags: --function up
//@ verdict: unsafe
#include <raddle.h>

void up(int *heap, int at, int count)
{
    raddle_requires(heap && 1 <= count && count <= 6 && 0 <= at && at < count);
    raddle_requires(size(heap) == count * sizeof(int));
    while (heap[(at + 1) / 2 - 1] >= heap[at]) { //~ FINDING memory-out-of-bounds
        int parent = (at - 1) / 2, moved = heap[at];
        heap[at] = heap[parent];
        heap[parent] = moved;
        at = parent;
    }
}
