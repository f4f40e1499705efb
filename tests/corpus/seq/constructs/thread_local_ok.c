// A thread-local variable behaves like a static one in a program with one thread.
//@ verdict: safe
#include <assert.h>

static _Thread_local int depth = 2;

static int *place(void)
{
    return &depth;
}

int main(void)
{
    depth++;
    assert(*place() == 3 && place() == &depth);
    return 0;
}
