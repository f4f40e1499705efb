// One side stores to memory, the other does not, and a second branch stores something else: what is there depends on which were taken.
//@ verdict: safe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>

static int cell, other;

int main(void)
{
    int a, b;
    raddle_make_symbolic(&a, sizeof a, "a");
    raddle_make_symbolic(&b, sizeof b, "b");
    cell = b;
    if (a > 10)
        cell = a;
    if (b > cell)
        other = cell;
    else
        other = b;
    assert(a <= 10 || cell == a);
    assert(a > 10 || cell == b);
    assert(other <= b && other <= cell);
    return 0;
}
