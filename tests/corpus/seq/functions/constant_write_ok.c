// What a pointer from outside leads to may be written, also where there is a constant of its type.
//@ flags: --function count --where "given"
//@ verdict: safe
#include <stddef.h>

struct counter {
    int value;
};
const struct counter none = {0};

void count(struct counter *given, int is_new)
{
    given->value = 0;
    struct counter *at = is_new ? given : NULL;
    if (at)
        at->value = 1;
}
