// Deep but finite recursion ends well.
//@ verdict: safe
#include <assert.h>

static int depth_of(int n)
{
    return n == 0 ? 0 : 1 + depth_of(n - 1);
}

int main(void)
{
    assert(depth_of(2000) == 2000);
    return 0;
}
