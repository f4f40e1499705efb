// With --havoc-externals a variable that is defined nowhere starts with any value, and keeps it.
//@ flags: --havoc-externals
//@ verdict: safe
#include <assert.h>
extern int configured_limit;
extern const struct { short low, high; char name[5]; } configured_range;

int main(void)
{
    int first = configured_limit;
    assert(first == configured_limit);
    configured_limit = 7;
    assert(configured_limit == 7);
    if (configured_range.low < configured_range.high)
        assert(configured_range.high > -32768);
    return 0;
}
