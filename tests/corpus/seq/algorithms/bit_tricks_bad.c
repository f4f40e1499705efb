// A test for powers of two forgets that zero is none.
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int is_power_of_two(unsigned x)
{
    return (x & (x - 1)) == 0;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    int ones = 0;
    for (int bit = 0; bit < 32; bit++)
        ones += x >> bit & 1;
    assert(is_power_of_two(x) == (ones == 1)); //~ FINDING assertion
    return 0;
}
