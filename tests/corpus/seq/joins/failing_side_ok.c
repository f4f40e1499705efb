// What guards an operation in a side guards it where sides are joined: no division by zero, no index out of bounds, no overflow.
//@ property: assert memory overflow
//@ verdict: safe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>

int main(void)
{
    static const int table[4] = {1, 2, 3, 4};
    unsigned a, b, quotient = 1;
    int value, next = 0, found = 0;
    raddle_make_symbolic(&a, sizeof a, "a");
    raddle_make_symbolic(&b, sizeof b, "b");
    raddle_make_symbolic(&value, sizeof value, "value");
    if (b != 0)
        quotient = 100 / b;
    if (value < 1000)
        next = value + 1;
    if (a < 4)
        found = table[a];
    assert(quotient <= 100);
    assert(next <= 1000);
    assert(found <= 4);
    return 0;
}
