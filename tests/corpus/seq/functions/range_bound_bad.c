// The end of the range is looked at.
//@ flags: --function lower_bound
//@ verdict: unsafe
#include <raddle.h>
#define MOST 6

const int *lower_bound(const int *first, const int *last, int wanted)
{
    raddle_requires(first && last && first <= last && last - first <= MOST);
    while (first <= last) {
        const int *middle = first + (last - first) / 2;
        if (*middle < wanted) //~ FINDING memory-out-of-bounds
            first = middle + 1;
        else
            last = middle - 1;
    }
    return first;
}
