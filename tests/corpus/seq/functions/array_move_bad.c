// Arrays may overlap, and either may begin first: copied forwards, what is not read yet is overwritten.
//@ flags: --function move --where "0 <= count && count <= 3 && size(to) >= count && size(from) >= count"
//@ verdict: unsafe
#include <assert.h>

void move(char *to, const char *from, int count)
{
    char last = count ? from[count - 1] : 0;
    for (int at = 0; at < count; at++)
        to[at] = from[at];
    assert(count == 0 || to[count - 1] == last); //~ FINDING assertion
}
