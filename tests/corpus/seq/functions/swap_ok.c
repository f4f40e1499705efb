// Two numbers are swapped, also if both are the same.
//@ flags: --function swap_and_check --where "a && b"
//@ verdict: safe
#include <assert.h>

void swap_and_check(int *a, int *b)
{
    int before = *a;
    *a = *b;
    *b = before;
    assert(*b == before);
}
