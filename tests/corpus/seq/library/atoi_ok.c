// atoi skips blanks, takes a sign, and stops at the first character that is no digit.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(atoi("42") == 42);
    assert(atoi("  -17 apples") == -17);
    assert(atoi("+8") == 8);
    assert(atoi("none") == 0);
    assert(atoi("") == 0);
    assert(atol("123456789012") == 123456789012L);
    return 0;
}
