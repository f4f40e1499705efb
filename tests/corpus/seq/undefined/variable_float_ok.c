// A function with variable arguments called as one, also through a pointer; and with integers only, where machines see no difference.
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>
static double second(int first, ...) {
    va_list arguments;
    va_start(arguments, first);
    double found = first ? va_arg(arguments, double) : va_arg(arguments, int);
    va_end(arguments);
    return found;
}
int main(void) {
    double (*variable)(int, ...) = second;
    double (*fixed)(int, int) = (double (*)(int, int))second;
    assert(second(1, 2.0) == 2.0);
    assert(variable(1, 3.0) == 3.0);
    assert(fixed(0, 4) == 4.0);
    return 0;
}
