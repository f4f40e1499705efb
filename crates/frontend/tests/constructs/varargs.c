// Variable arguments of every class, va_copy, forwarding.
#include <stdarg.h>
struct small { int a, b; };
struct big { long v[4]; };

static long total(const char *format, va_list args) {
    long sum = 0;
    for (; *format; format++) {
        switch (*format) {
        case 'i': sum += va_arg(args, int); break;
        case 'l': sum += va_arg(args, long); break;
        case 'd': sum += (long)va_arg(args, double); break;
        case 'p': sum += *(int *)va_arg(args, void *); break;
        case 's': sum += va_arg(args, struct small).b; break;
        case 'b': sum += va_arg(args, struct big).v[3]; break;
        case 'D': sum += (long)va_arg(args, long double); break;
        }
    }
    return sum;
}
long sum(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    long result = total(format, args) + total(format, again);
    va_end(again);
    va_end(args);
    return result;
}
int main(void) {
    int x = 3;
    struct small s = { 1, 2 };
    struct big b = { { 1, 2, 3, 4 } };
    return (int)sum("ildpsbD", 1, 2L, 3.0, &x, s, b, 4.0L);
}
