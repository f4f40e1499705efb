// As much of the second text is read as the first one has.
//@ flags: --function span_equal
//@ verdict: unsafe
#include <raddle.h>
#include <string.h>

struct span {
    const char *text;
    size_t length;
};

int span_equal(struct span a, struct span b)
{
    raddle_requires(a.length <= 4 && a.text && size(a.text) >= a.length);
    raddle_requires(b.length <= 4 && b.text && size(b.text) >= b.length);
    return memcmp(a.text, b.text, a.length) == 0; //~ FINDING memory-out-of-bounds
}
