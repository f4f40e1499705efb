// What is asked for is compared with what is left.
//@ flags: --function allocate --where "a && a->size <= 16 && size(a->base) == a->size && a->used <= a->size && a->base"
//@ verdict: safe
#include <stddef.h>
struct arena { char *base; size_t used, size; };
char *allocate(struct arena *a, size_t n)
{
    if (n > a->size - a->used) return NULL;
    if (!n) return NULL;
    char *p = a->base + a->used;
    a->used += n;
    p[0] = 0;
    p[n - 1] = 0;
    return p;
}
