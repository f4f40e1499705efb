// A link is read out of memory that holds nothing but zeros.
//@ flags: --function second --where "a && b"
//@ verdict: safe
#include <stdlib.h>

struct entry {
    int value;
    struct entry *next;
};

int second(struct entry *a, struct entry *b)
{
    struct entry **bucket = calloc(1, sizeof *bucket);
    if (!bucket)
        return 0;
    a->next = *bucket;
    free(bucket);
    struct entry *next = b->next;
    if (next)
        return next->value;
    return 1;
}
