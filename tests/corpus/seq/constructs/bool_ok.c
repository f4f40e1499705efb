// Conversion to _Bool gives 0 or 1 for integers of all widths, pointers and floats.
//@ verdict: safe
#include <assert.h>
#include <stdbool.h>
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long x = __VERIFIER_nondet_long();
    bool set = x;
    assert(set == (x != 0));
    assert((bool)256 == 1 && (char)256 == 0);
    assert((bool)0.25 == 1 && (int)0.25 == 0);
    int cell;
    bool present = &cell;
    assert(present && set + 1 <= 2);
    return 0;
}
