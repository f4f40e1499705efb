// errno is an lvalue that starts at zero and keeps what was stored.
//@ verdict: safe
#include <assert.h>
#include <errno.h>

static int fail_with(int code)
{
    errno = code;
    return -1;
}

int main(void)
{
    assert(errno == 0);
    if (fail_with(EINVAL) < 0)
        assert(errno == EINVAL);
    errno = 0;
    assert(errno == 0);
    return 0;
}
