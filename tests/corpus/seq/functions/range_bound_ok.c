// Pointers that are compared may lead to as many elements as those whose size is spoken of.
//@ flags: --function lower_bound
//@ verdict: safe
#include <raddle.h>
#define MOST 6

const int *lower_bound(const int *first, const int *last, int wanted)
{
    raddle_requires(first && last && first <= last && last - first <= MOST);
    while (first < last) {
        const int *middle = first + (last - first) / 2;
        if (*middle < wanted)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}
