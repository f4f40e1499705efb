// A struct that is passed by value is never null, and nothing else points to it.
//@ flags: --function change
//@ verdict: safe
#include <assert.h>
struct large {
    int numbers[8];
    int *own;
};

int change(struct large copy, int *number)
{
    copy.numbers[2] = 1;
    if (number)
        *number = 2;
    if (copy.own)
        *copy.own = 3;
    assert(copy.numbers[2] == 1);
    return copy.numbers[2];
}
