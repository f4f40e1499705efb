// A mask is one less than a power of two: without that, the slot behind the last one is met.
//@ flags: --function slot --where "t && (t->tiny ? t->size == 1 << t->bits : (t->size & (t->size - 1)) == 0)" --where "t->bits < 3 && t->size > 0 && t->size <= 8 && (t->size ^ 8) >> 3 == 1 && size(t->slots) == t->size * sizeof(int)" --array-elements 8
//@ verdict: unsafe
#include <stddef.h>

struct table {
    size_t size;
    unsigned bits, tiny;
    int *slots;
};

int slot(const struct table *t, size_t hash)
{
    size_t mask = t->tiny ? (size_t)1 << t->bits : t->size - 1;
    return t->slots[hash & mask]; //~ FINDING memory-out-of-bounds
}
