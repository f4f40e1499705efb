// One side stores to memory, the other does not: that the store is always there is wrong.
//@ verdict: unsafe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>

static int cell;

int main(void)
{
    int a, b;
    raddle_make_symbolic(&a, sizeof a, "a");
    raddle_make_symbolic(&b, sizeof b, "b");
    cell = b;
    if (a > 10)
        cell = a;
    assert(cell > 10); //~ FINDING assertion
    return 0;
}
