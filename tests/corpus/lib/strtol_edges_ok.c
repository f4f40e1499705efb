// Numbers from text: bases, prefixes, signs, ends, overflow.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static long number(const char *text, int base, int length) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, base);
    assert(end == text + length);
    return value;
}

int main(void) {
    assert(number("123", 10, 3) == 123 && number("  -12x", 10, 5) == -12);
    assert(number("+7", 10, 2) == 7 && number("", 10, 0) == 0 && number("  x", 10, 0) == 0);
    assert(number("-", 10, 0) == 0 && number("0x1F", 16, 4) == 31 && number("0x1f", 0, 4) == 31);
    assert(number("017", 0, 3) == 15 && number("08", 0, 1) == 0 && number("0x", 16, 1) == 0);
    assert(number("0xg", 0, 1) == 0 && number("zz", 36, 2) == 35 * 36 + 35 && number("12", 2, 1) == 1);
    assert(number("9223372036854775807", 10, 19) == LONG_MAX && errno == 0);
    assert(number("9223372036854775808", 10, 19) == LONG_MAX && errno == ERANGE);
    assert(number("-9223372036854775808", 10, 20) == LONG_MIN && errno == 0);
    assert(number("-9223372036854775809", 10, 20) == LONG_MIN && errno == ERANGE);
    assert(number("99999999999999999999999", 10, 23) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("1", 0, 1) == 0 && errno == EINVAL);
    assert(strtoul("-1", 0, 10) == ULONG_MAX && strtoul("18446744073709551615", 0, 10) == ULONG_MAX);
    errno = 0;
    assert(strtoull("18446744073709551616", 0, 10) == ULLONG_MAX && errno == ERANGE);
    assert(strtoll("7fffffffffffffff", 0, 16) == LLONG_MAX);
    assert(atoi(" 42abc") == 42 && atol("-5") == -5 && atoll("123456789012") == 123456789012);
    return 0;
}
