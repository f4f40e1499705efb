// Handlers registered with atexit run on exit, in reverse order.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>

static int stage;

static void registered_first(void)
{
    assert(stage == 2);
    stage = 3;
    assert(stage != 3); //~ FINDING assertion
}

static void registered_second(void)
{
    assert(stage == 1);
    stage = 2;
}

int main(void)
{
    atexit(registered_first);
    atexit(registered_second);
    stage = 1;
    exit(0);
}
