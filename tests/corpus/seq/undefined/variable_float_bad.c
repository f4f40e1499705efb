// A function with variable arguments is called through a type without them: it does not look for floats in registers then.
//@ verdict: unsafe
//@ family: K=1,2,3
#include <stdarg.h>
#include <stdio.h>
static double second(int first, ...) {
    va_list arguments;
    va_start(arguments, first);
    double found = va_arg(arguments, double);
    va_end(arguments);
    return found;
}
int main(void) {
#if K == 1
    double (*f)(int, double) = (double (*)(int, double))second;
    return f(1, 2.0) != 2.0;  //~[K=1] FINDING memory-function-type
#elif K == 2
    return ((double (*)(int, double))second)(1, 2.0) != 2.0;  //~[K=2] FINDING memory-function-type
#elif K == 3
    ((int (*)(const char *, double))printf)("%f", 2.0);  //~[K=3] FINDING memory-function-type
#endif
    return second(1, 2.0) != 2.0;
}
