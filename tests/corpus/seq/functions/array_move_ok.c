// Copied from the end that is not overwritten, it does not matter.
//@ flags: --function move --where "0 <= count && count <= 3 && size(to) >= count && size(from) >= count"
//@ verdict: safe
#include <assert.h>

void move(char *to, const char *from, int count)
{
    char last = count ? from[count - 1] : 0;
    if (to < from)
        for (int at = 0; at < count; at++)
            to[at] = from[at];
    else
        for (int at = count - 1; at >= 0; at--)
            to[at] = from[at];
    assert(count == 0 || to[count - 1] == last);
}
