// A flexible array member whose number of elements stands before it.
//@ flags: --function total
//@ verdict: safe
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
    for (int i = 0; i < vector->count; i++)
        total ^= vector->data[i];
    return total;
}
