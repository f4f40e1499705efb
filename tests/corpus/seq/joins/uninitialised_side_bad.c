// One side leaves a variable without a value: what depends on it later is reported although the sides are short.
//@ property: assert memory
//@ verdict: unsafe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <raddle.h>

int main(void)
{
    int a, value;
    raddle_make_symbolic(&a, sizeof a, "a");
    if (a > 3)
        value = a;
    if (value > 10) //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
