// What a pointer from outside leads to may be written, but a constant that the function itself chooses may not.
//@ flags: --function count --where "given"
//@ verdict: unsafe
#include <stddef.h>

struct counter {
    int value;
};
const struct counter none = {0};

void count(struct counter *given, int is_new)
{
    given->value = 0;
    struct counter *at = is_new ? given : (struct counter *)&none;
    at->value = 1; //~ FINDING memory-write-to-constant
}
