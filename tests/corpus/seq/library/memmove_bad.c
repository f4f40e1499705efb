// Removing the first element moves one element too many.
//@ verdict: unsafe
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int items[4] = {1, 2, 3, 4};
    unsigned at = __VERIFIER_nondet_uint() % 4;
    memmove(&items[at], &items[at + 1], (4 - at) * sizeof *items); //~ FINDING memory-out-of-bounds
    return items[0];
}
