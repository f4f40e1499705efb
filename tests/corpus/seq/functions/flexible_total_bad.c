// The loop goes one element too far, for some number of elements.
//@ flags: --function total
//@ verdict: unsafe
#include <raddle.h>

struct vector {
    int count;
    int data[];
};

int total(const struct vector *vector)
{
    raddle_requires(vector && 0 <= vector->count && vector->count <= 6);
    raddle_requires(size(vector) == sizeof *vector + vector->count * sizeof(int));
    int total = 0;
    for (int i = 0; i <= vector->count; i++)
        total ^= vector->data[i]; //~ FINDING memory-out-of-bounds
    return total;
}
