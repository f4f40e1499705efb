// With --property assert alone signed overflow is not looked for, and wraps around.
//@ property: assert
//@ verdict: safe
#include <assert.h>
#include <limits.h>

int main(void)
{
    int x = INT_MAX;
    x = x + 1;
    assert(x == INT_MIN);
    return 0;
}
