// The local became static: its address stays valid.
//@ verdict: safe
#include <assert.h>

static int *answer(void)
{
    static int kept = 42;
    int *alias = &kept;
    return alias;
}

int main(void)
{
    int *p = answer();
    assert(*p == 42);
    return 0;
}
