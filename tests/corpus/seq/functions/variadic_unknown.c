// What is passed in place of `...` is not known.
//@ flags: --function total
//@ verdict: unknown
//@ reason: U0301
#include <stdarg.h>

long total(int count, ...)
{
    long sum = 0;
    va_list rest;
    va_start(rest, count);
    while (count-- > 0)
        sum += va_arg(rest, int);
    va_end(rest);
    return sum;
}
