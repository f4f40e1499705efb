// A link is read out of memory that was never written: whoever follows it goes wrong once, where it decides.
//@ flags: --function second --where "a && b"
//@ verdict: unsafe
#include <stdlib.h>

struct entry {
    int value;
    struct entry *next;
};

int second(struct entry *a, struct entry *b)
{
    struct entry **bucket = malloc(sizeof *bucket);
    if (!bucket)
        return 0;
    a->next = *bucket;
    free(bucket);
    struct entry *next = b->next;
    if (next) //~ FINDING memory-uninitialised
        return next->value;
    return 1;
}
