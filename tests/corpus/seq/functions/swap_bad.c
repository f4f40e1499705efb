// Swapping by exclusive or makes zero of a number that is swapped with itself.
//@ flags: --function swap_and_check --where "a && b"
//@ verdict: unsafe
//@ output: b -> int#1
#include <assert.h>

void swap_and_check(int *a, int *b)
{
    int before = *a;
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
    assert(*b == before); //~ FINDING assertion
}
