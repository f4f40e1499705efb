// A side that can fail is not joined: the divisor may be zero in it, and nowhere else.
//@ property: assert memory overflow
//@ verdict: unsafe
//@ revisions: joined followed
//@[followed] flags: --no-joins
#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned a, b, quotient = 1;
    raddle_make_symbolic(&a, sizeof a, "a");
    raddle_make_symbolic(&b, sizeof b, "b");
    if (a != 7)
        quotient = 100 / b; //~ FINDING division-by-zero
    assert(quotient <= 100);
    return 0;
}
