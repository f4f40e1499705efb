// The end of a range may be behind the last element of its array, where a precondition says how far it is.
//@ flags: --function sum --where "from && size(from) >= n * sizeof *from && end == from + n" --array-elements 4
//@ verdict: unsafe
#include <stddef.h>

long sum(const int *from, const int *end, size_t n)
{
    long sum = 0;
    for (const int *at = from; at <= end; at++)
        sum += *at; //~ FINDING memory-out-of-bounds
    return n ? sum : 0;
}
