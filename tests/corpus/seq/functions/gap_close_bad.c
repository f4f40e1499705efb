// What lies behind the gap moves to its front: if the gap is small, source and destination overlap.
//@ flags: --function gap_close --where "g && size(g->data) == g->length && g->start <= g->end && g->end <= g->length && n <= g->length - g->end" --array-elements 6
//@ verdict: unsafe
#include <string.h>

struct gap {
    char *data;
    size_t length, start, end;
};

void gap_close(struct gap *g, size_t n)
{
    memcpy(g->data + g->start, g->data + g->end, n); //~ FINDING memory-overlapping-copy
    g->start += n;
    g->end += n;
}
