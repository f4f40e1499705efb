// A global array of 2^31 elements costs what is used of it.
//@ verdict: safe
#include <assert.h>

static char huge[2147483648u];

int main(void)
{
    huge[2147483647u] = 1;
    huge[5] = 2;
    assert(huge[2147483647u] + huge[5] + huge[1000000] == 3);
    return 0;
}
