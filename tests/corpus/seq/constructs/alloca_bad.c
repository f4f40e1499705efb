// Memory from alloca belongs to the function that called it and is gone when it returns.
//@ verdict: unsafe
#include <alloca.h>

static char *scratch(void)
{
    char *space = alloca(8);
    space[0] = 'a';
    return space;
}

int main(void)
{
    char *space = scratch();
    return space[0]; //~ FINDING memory-stack-use-after-return
}
