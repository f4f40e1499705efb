// Structs among variable arguments: small ones in registers, large ones in memory, with what is aligned and what follows them.
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>
struct small {
    int a, b;
};
struct large {
    long items[3];
};
struct aligned {
    _Alignas(16) long item;
    long other[3];
};
static long sum(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    struct small small = va_arg(arguments, struct small);
    struct large large = va_arg(arguments, struct large);
    struct aligned aligned = va_arg(arguments, struct aligned);
    int last = va_arg(arguments, int);
    va_end(arguments);
    large.items[0]++;
    return small.b + large.items[0] + large.items[2] + aligned.item + aligned.other[2] + last;
}
int main(void) {
    struct small small = {1, 2};
    struct large large = {{3, 4, 5}};
    struct aligned aligned = {6, {7, 8, 9}};
    assert(sum(4, small, large, aligned, 10) == 2 + 4 + 5 + 6 + 9 + 10);
    assert(large.items[0] == 3);
    return 0;
}
