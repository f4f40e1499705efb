// A table has a power of two slots, which a precondition says in the words of C.
//@ flags: --function slot --where "t && (t->tiny ? t->size == 1 << t->bits : (t->size & (t->size - 1)) == 0)" --where "t->bits < 3 && t->size > 0 && t->size <= 8 && (t->size ^ 8) >> 3 == 1 && size(t->slots) == t->size * sizeof(int)" --array-elements 8
//@ verdict: safe
#include <stddef.h>

struct table {
    size_t size;
    unsigned bits, tiny;
    int *slots;
};

int slot(const struct table *t, size_t hash)
{
    size_t mask = t->tiny ? ((size_t)1 << t->bits) - 1 : t->size - 1;
    return t->slots[hash & mask];
}
