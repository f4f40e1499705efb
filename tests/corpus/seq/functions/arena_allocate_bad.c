// A sum of what is used and what is asked for wraps around.
//@ flags: --function allocate --where "a && a->size <= 16 && size(a->base) == a->size && a->used <= a->size && a->base"
//@ verdict: unsafe
#include <stddef.h>
struct arena { char *base; size_t used, size; };
char *allocate(struct arena *a, size_t n)
{
    if (a->used + n > a->size) return NULL;
    if (!n) return NULL;
    char *p = a->base + a->used;
    a->used += n;
    p[0] = 0; //~ FINDING memory-out-of-bounds
    p[n - 1] = 0; //~ FINDING memory-out-of-bounds
    return p;
}
