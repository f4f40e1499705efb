// Concrete arithmetic in the extended format is exact beyond the 53 bits of a double.
//@ verdict: safe
#include <assert.h>

int main(void)
{
    long double big = 9007199254740993.0L;
    assert((double)big == 9007199254740992.0);
    assert(big - 9007199254740992.0L == 1.0L);
    assert((long)(big * 2) == 18014398509481986L);
    return 0;
}
