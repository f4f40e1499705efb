// What a range ends before is not read.
//@ flags: --function sum --where "from && size(from) >= n * sizeof *from && end == from + n" --array-elements 4
//@ verdict: safe
#include <stddef.h>

long sum(const int *from, const int *end, size_t n)
{
    long sum = 0;
    for (const int *at = from; at < end; at++)
        sum += *at;
    return n ? sum : 0;
}
