// qsort with a correct comparator sorts three symbolic numbers and keeps them all.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int ascending(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    int numbers[3] = {x, y, z};
    qsort(numbers, 3, sizeof *numbers, ascending);
    assert(numbers[0] <= numbers[1] && numbers[1] <= numbers[2]);
    assert(numbers[0] <= x && numbers[2] >= x);
    assert((numbers[0] ^ numbers[1] ^ numbers[2]) == (x ^ y ^ z));
    return 0;
}
