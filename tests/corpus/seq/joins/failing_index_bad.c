// A side that can fail is not joined: the index may be out of bounds in it.
//@ verdict: unsafe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>

int main(void)
{
    static const int table[4] = {1, 2, 3, 4};
    unsigned a, index;
    int found = 0;
    raddle_make_symbolic(&a, sizeof a, "a");
    raddle_make_symbolic(&index, sizeof index, "index");
    if (a != 7)
        found = table[index]; //~ FINDING memory-out-of-bounds
    assert(found <= 4);
    return 0;
}
