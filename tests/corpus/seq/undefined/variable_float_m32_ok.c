// With 32-bit pointers all arguments lie on the stack, and a function with variable arguments finds floats whatever the caller took it for.
//@ verdict: safe
//@ flags: --m32
#include <assert.h>
#include <stdarg.h>
static double second(int first, ...) {
    va_list arguments;
    va_start(arguments, first);
    double found = va_arg(arguments, double);
    va_end(arguments);
    return found;
}
int main(void) {
    double (*fixed)(int, double) = (double (*)(int, double))second;
    assert(fixed(1, 2.0) == 2.0);
    return 0;
}
