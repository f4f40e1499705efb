// States that are left out prove nothing to be assumed where a condition keeps the operation in its range.
//@ property: assert
//@ verdict: safe
//@ revisions: off on
//@[off] flags: --summaries off
//@ assumption: !A0110
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
static int seen;
int main(void) {
    int x = INT_MAX;
    if (__VERIFIER_nondet_int() == 0)
        x = 1;
    int y = x;
    if (x < 100)
        y = x + 1;
    if (y == 77)
        seen = 1;
    assert(seen == 0);
    return 0;
}
