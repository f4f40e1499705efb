//! The C text every generated program starts with: the checksum and the guarded operations.

/// `mix` folds a value into the checksum. The `safe_` helpers give every operation a defined result: some of them
/// compute in an unsigned type, some ask the compiler's overflow builtins, so that both styles are executed.
pub(super) const PRELUDE: &str = r#"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long checksum = 0x9e3779b97f4a7c15ul;

static void mix(unsigned long value) {
    checksum ^= value;
    checksum = checksum * 6364136223846793005ul + 1442695040888963407ul;
    checksum ^= checksum >> 29;
}

static void mix_float(double value) {
    unsigned long bits = 0;
    if (value != value)
        bits = 1;
    else
        memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

static int safe_add_int(int a, int b) {
    int result;
    return __builtin_add_overflow(a, b, &result) ? a : result;
}
static int safe_sub_int(int a, int b) {
    int result;
    return __builtin_sub_overflow(a, b, &result) ? b : result;
}
static int safe_mul_int(int a, int b) {
    int result;
    return __builtin_mul_overflow(a, b, &result) ? 7 : result;
}
static int safe_div_int(int a, int b) {
    if (b == 0 || (a == -2147483647 - 1 && b == -1))
        return a;
    return a / b;
}
static int safe_rem_int(int a, int b) {
    if (b == 0 || (a == -2147483647 - 1 && b == -1))
        return b;
    return a % b;
}
static int safe_shl_int(int a, int b) { return (int)((unsigned)a << (b & 31)); }
static int safe_shr_int(int a, int b) { return a >> (b & 31); }

static long safe_add_long(long a, long b) { return (long)((unsigned long)a + (unsigned long)b); }
static long safe_sub_long(long a, long b) { return (long)((unsigned long)a - (unsigned long)b); }
static long safe_mul_long(long a, long b) { return (long)((unsigned long)a * (unsigned long)b); }
static long safe_div_long(long a, long b) {
    return b == 0 || (b == -1 && a == -9223372036854775807l - 1) ? a : a / b;
}
static long safe_rem_long(long a, long b) {
    return b == 0 || (b == -1 && a == -9223372036854775807l - 1) ? b : a % b;
}
static long safe_shl_long(long a, int b) { return (long)((unsigned long)a << (b & 63)); }
static long safe_shr_long(long a, int b) { return a >> (b & 63); }

static unsigned safe_div_unsigned(unsigned a, unsigned b) { return b ? a / b : a; }
static unsigned safe_rem_unsigned(unsigned a, unsigned b) { return b ? a % b : 3; }
static unsigned long safe_div_ulong(unsigned long a, unsigned long b) { return b ? a / b : a; }
static unsigned long safe_rem_ulong(unsigned long a, unsigned long b) { return b ? a % b : 5; }

static long safe_from_float(double value) {
    if (value > -1e15 && value < 1e15)
        return (long)value;
    return value > 0 ? 11 : 13;
}
static double safe_float(double value) {
    return value > -1e30 && value < 1e30 ? value : 0.5;
}

static long sum_of(int count, ...) {
    va_list list;
    long total = count;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        if (i % 3 == 0)
            total += va_arg(list, int);
        else if (i % 3 == 1)
            total ^= va_arg(list, long);
        else
            total += safe_from_float(va_arg(list, double));
        total &= 0xffffffffffffl;
    }
    va_end(list);
    return total;
}

static int compare_ints(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}
"#;
