// A wild access ends the path although memory is not checked; the verdict is unknown and names the place.
//@ property: assert
//@ verdict: unknown
//@ reason: U0306
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int cells[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint() % 5;
    assert(cells[i] > 0);
    return 0;
}
