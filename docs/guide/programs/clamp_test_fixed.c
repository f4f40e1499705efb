#include <assert.h>
#include <raddle.h>
#include "clamp.h"

int main(void)
{
    int value, low, high;
    raddle_make_symbolic(&value, sizeof value, "value");
    raddle_make_symbolic(&low, sizeof low, "low");
    raddle_make_symbolic(&high, sizeof high, "high");
    raddle_assume(low <= high);
    int result = clamp(value, low, high);
    assert(low <= result && result <= high);
    return 0;
}
