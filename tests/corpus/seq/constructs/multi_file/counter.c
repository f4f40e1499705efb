// A counter with a private state, used by the main programs beside it.
#include "counter.h"

int counter_calls;
static int value;

static int clamp(int x)
{
    return x > 200 ? 200 : x;
}

void counter_reset(void)
{
    counter_calls = 1;
    value = 0;
}

void counter_advance(int by)
{
    counter_calls++;
    value = clamp(value + by);
}

int counter_value(void)
{
    return value;
}
