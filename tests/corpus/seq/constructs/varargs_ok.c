// A variadic function gets ints, a long, a double and a pointer, also through va_copy and a va_list parameter.
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static int sum_list(int count, va_list list)
{
    int total = 0;
    while (count-- > 0)
        total += va_arg(list, int);
    return total;
}

static int sum_twice(int count, ...)
{
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    int total = sum_list(count, list) + sum_list(count, again);
    va_end(again);
    va_end(list);
    return total;
}

static long mixed(const char *kinds, ...)
{
    va_list list;
    long total = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i')
            total += va_arg(list, int);
        else if (*kinds == 'l')
            total += va_arg(list, long);
        else if (*kinds == 'd')
            total += (long)va_arg(list, double);
        else
            total += *va_arg(list, int *);
    }
    va_end(list);
    return total;
}

int main(void)
{
    int x = __VERIFIER_nondet_int() & 0xff;
    assert(sum_twice(8, 1, 2, 3, 4, 5, 6, 7, x) == 2 * (28 + x));
    assert(mixed("ildpdi", 1, 20L, 300.0, &x, 4000.5, 50000) == 54321 + x);
    return 0;
}
