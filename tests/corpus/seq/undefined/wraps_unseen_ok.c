// The sum leaves its range in a state that is not explored, because one like it was: the check assumes all the same that it wraps.
//@ property: assert
//@ verdict: safe
//@ revisions: off on
//@[off] flags: --summaries off
//@ assumption: A0110
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
static int seen;
int main(void) {
    int x = INT_MAX;
    if (__VERIFIER_nondet_int() == 0)
        x = 1;
    int y = x + 1;
    if (y == 77)
        seen = 1;
    assert(seen == 0);
    return 0;
}
