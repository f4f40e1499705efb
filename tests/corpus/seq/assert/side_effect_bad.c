// The argument of assert is evaluated once and its side effect is visible afterwards.
//@ verdict: unsafe
#include <assert.h>

int main(void)
{
    int tries = 0;
    assert(++tries == 1);
    assert(tries == 0); //~ FINDING assertion
    return 0;
}
