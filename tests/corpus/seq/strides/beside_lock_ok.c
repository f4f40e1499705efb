// An array in a larger struct, written at an index that conditions keep within it: nothing beside the array is written.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static struct { int before[6]; int items[4]; int behind[6]; } ring;

int main(void)
{
    int first = __VERIFIER_nondet_int(), used = __VERIFIER_nondet_int();
    if (first < 0 || first > 3 || used < 0 || used > 3)
        return 0;
    ring.items[(first + used) % 4] = 7;
    assert(ring.before[5] == 0 && ring.behind[0] == 0);
    assert(ring.items[3] == 0 || (first + used) % 4 == 3);
    assert(ring.items[0] + ring.items[1] + ring.items[2] + ring.items[3] == 7);
    return 0;
}
