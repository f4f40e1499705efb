// A comparator by subtraction overflows, and the order comes out wrong.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int by_difference(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int main(void)
{
    int numbers[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    qsort(numbers, 2, sizeof *numbers, by_difference);
    assert(numbers[0] <= numbers[1]); //~ FINDING assertion
    return 0;
}
