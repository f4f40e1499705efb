// A condition that looks behind a pointer is not followed: the answer is unknown, where the invariant is declared.
//@ verdict: unknown
//@ reason: U0301
#include <raddle.h>

int x;
int *p = &x;

static int positive(void)
{
    return *p >= 0;
}

int main(void)
{
    raddle_invariant(positive);
    x = -1;
    return 0;
}
