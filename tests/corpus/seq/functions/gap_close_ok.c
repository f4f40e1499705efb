// A copy of ranges that may overlap, or that are as long as the gap at most.
//@ flags: --function gap_close --where "g && size(g->data) == g->length && g->start <= g->end && g->end <= g->length && n <= g->length - g->end" --array-elements 6
//@ verdict: safe
#include <string.h>

struct gap {
    char *data;
    size_t length, start, end;
};

void gap_close(struct gap *g, size_t n)
{
    if (n <= g->end - g->start)
        memcpy(g->data + g->start, g->data + g->end, n);
    else
        memmove(g->data + g->start, g->data + g->end, n);
    g->start += n;
    g->end += n;
}
