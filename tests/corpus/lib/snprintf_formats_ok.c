// Formatted text in memory: flags, widths, precisions and all conversions, as glibc writes them.
//@ verdict: safe
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char buffer[128];

static int formatted(const char *expected, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return length == (int)strlen(expected) && strcmp(buffer, expected) == 0;
}

int main(void) {
    assert(formatted("42", "%d", 42));
    assert(formatted("-42", "%i", -42));
    assert(formatted("-2147483648", "%d", INT_MIN));
    assert(formatted("4294967295", "%u", UINT_MAX));
    assert(formatted("   42", "%5d", 42));
    assert(formatted("42   |", "%-5d|", 42));
    assert(formatted("00042", "%05d", 42));
    assert(formatted("-0042", "%05d", -42));
    assert(formatted("  042", "%5.3d", 42));
    assert(formatted("+42", "%+d", 42));
    assert(formatted(" 42", "% d", 42));
    assert(formatted("", "%.0d", 0));
    assert(formatted("ff", "%x", 255));
    assert(formatted("0XFF", "%#X", 255));
    assert(formatted("0", "%#x", 0));
    assert(formatted("0x00ff", "%#06x", 255));
    assert(formatted("0377", "%#o", 255));
    assert(formatted("-9223372036854775808", "%lld", LLONG_MIN));
    assert(formatted("18446744073709551615", "%llu", ULLONG_MAX));
    assert(formatted("18446744073709551615", "%zu", SIZE_MAX));
    assert(formatted("-1 65535 -1 255", "%hd %hu %hhd %hhu", 65535, 65535, 255, 255));
    assert(formatted("a%b", "%c%%%c", 'a', 'b'));
    assert(formatted("  a", "%3c", 'a'));
    assert(formatted("text", "%s", "text"));
    assert(formatted("te", "%.2s", "text"));
    assert(formatted("   te|", "%5.2s|", "text"));
    assert(formatted("te   |", "%-5.*s|", 2, "text"));
    assert(formatted("   7|7   ", "%*d|%-*d", 4, 7, 4, 7));
    assert(formatted("7   |", "%*d|", -4, 7));
    assert(formatted("(nil)", "%p", (void *)0));
    assert(formatted("3.140000", "%f", 3.14));
    assert(formatted("3.1", "%.1f", 3.14));
    assert(formatted("-0.5", "%g", -0.5));
    assert(formatted("1e+10 1E-07", "%g %G", 1e10, 1e-7));
    assert(formatted("  2.50e+00", "%10.2e", 2.5));
    assert(formatted("002.5", "%05.1f", 2.5));
    assert(formatted("0x1.8p+1", "%a", 3.0));
    assert(formatted("inf -INF", "%f %F", 1e308 * 10, -1e308 * 10));
    assert(formatted("1 2 3 4 5 6 7 8", "%d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8));
    assert(formatted("1 2.5 x 3.5", "%d %.1f %c %.1f", 1, 2.5, 'x', 3.5));
    assert(snprintf(buffer, 4, "%s", "longer") == 6 && strcmp(buffer, "lon") == 0);
    assert(snprintf(0, 0, "%d", 12345) == 5);
    assert(sprintf(buffer, "%d-%s", 7, "x") == 3 && strcmp(buffer, "7-x") == 0);
    return 0;
}
