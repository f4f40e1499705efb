// Two files: functions, a shared global and equally named static functions are linked correctly.
//@ files: counter.c
//@ verdict: safe
#include <assert.h>
#include "counter.h"

static int clamp(int x)
{
    return x > 100 ? 100 : x;
}

int main(void)
{
    counter_reset();
    counter_advance(250);
    assert(clamp(counter_value()) == 100);
    assert(counter_value() == 200);
    assert(counter_calls == 2);
    return 0;
}
