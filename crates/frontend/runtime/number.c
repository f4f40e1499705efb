/*
 * <stdlib.h>: integers from text, division.
 *
 * A digit is taken apart without branches, so that a character that depends on inputs costs one decision
 * (does the number go on?), not one per class of characters.
 */

/* A reader of characters: a text, or a text of limited length. */
struct raddle_digits {
    unsigned long long value;
    /* Characters read, sign and prefix included; 0 if there is no number. */
    size_t length;
    int negative;
    int overflow;
};

static int raddle_is_space(int c) {
    return (c == ' ') | ((unsigned)c - '\t' < 5u);
}

/* The value of a digit in base 36, or 99. */
static unsigned raddle_digit(int c) {
    unsigned decimal = (unsigned)c - '0', letter = ((unsigned)c | 32u) - 'a';
    unsigned is_decimal = -(unsigned)(decimal < 10u), is_letter = -(unsigned)(letter < 26u);
    return (decimal & is_decimal) | ((letter + 10u) & is_letter) | (99u & ~is_decimal & ~is_letter);
}

/* Reads a number of at most `limit` characters; white space was skipped. */
static struct raddle_digits raddle_read_digits(const char *text, unsigned base, size_t limit) {
    /* So many digits of base 36 fit 64 bits. */
    enum { SAFE_DIGITS = 12 };
    struct raddle_digits number = {0, 0, 0, 0};
    size_t at = 0;
    if (at < limit && ((text[at] == '-') | (text[at] == '+'))) {
        number.negative = text[at] == '-';
        at++;
    }
    if ((base == 0 || base == 16) && at + 2 < limit && text[at] == '0'
        && (text[at + 1] | 32) == 'x' && raddle_digit(text[at + 2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = at < limit && text[at] == '0' ? 8 : 10;
    int count = 0;
    for (; at < limit; at++) {
        /* Without letters the digit is a plain difference, which solvers see through. */
        unsigned digit = base > 10 ? raddle_digit(text[at]) : (unsigned)text[at] - '0';
        if (digit >= base)
            break;
        count++;
        if (count > SAFE_DIGITS && number.value > (~0ull - digit) / base)
            number.overflow = 1;
        number.value = number.value * base + digit;
        number.length = at + 1;
    }
    return number;
}

/* Common to all of strtol's family; `positive` and `negative` are the largest magnitudes allowed. */
static unsigned long long raddle_convert(const char *text, char **end, int base,
                                         unsigned long long positive, unsigned long long negative) {
    const char *start = text;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    while (raddle_is_space(*text))
        text++;
    struct raddle_digits number = raddle_read_digits(text, (unsigned)base, ~(size_t)0);
    if (end)
        *end = (char *)(number.length ? text + number.length : start);
    unsigned long long limit = number.negative ? negative : positive;
    if (number.overflow || number.value > limit) {
        errno = ERANGE;
        /* An unsigned number has one limit, whatever its sign. */
        return number.negative && negative != positive ? 0 - negative : positive;
    }
    return number.negative ? 0 - number.value : number.value;
}

long strtol(const char *text, char **end, int base) {
    return (long)raddle_convert(text, end, base, __LONG_MAX__, __LONG_MAX__ + 1ull);
}

long long strtoll(const char *text, char **end, int base) {
    return (long long)raddle_convert(text, end, base, __LONG_LONG_MAX__, __LONG_LONG_MAX__ + 1ull);
}

unsigned long strtoul(const char *text, char **end, int base) {
    return (unsigned long)raddle_convert(text, end, base, ~0ul, ~0ul);
}

unsigned long long strtoull(const char *text, char **end, int base) {
    return raddle_convert(text, end, base, ~0ull, ~0ull);
}

intmax_t strtoimax(const char *text, char **end, int base) {
    return (intmax_t)raddle_convert(text, end, base, __INTMAX_MAX__, __INTMAX_MAX__ + 1ull);
}

uintmax_t strtoumax(const char *text, char **end, int base) {
    return raddle_convert(text, end, base, ~0ull, ~0ull);
}

int atoi(const char *text) {
    return (int)(long)raddle_convert(text, NULL, 10, __LONG_MAX__, __LONG_MAX__ + 1ull);
}

long atol(const char *text) {
    return (long)raddle_convert(text, NULL, 10, __LONG_MAX__, __LONG_MAX__ + 1ull);
}

long long atoll(const char *text) {
    return (long long)raddle_convert(text, NULL, 10, __LONG_LONG_MAX__, __LONG_LONG_MAX__ + 1ull);
}

struct raddle_div {
    int quotient, remainder;
};

struct raddle_div div(int number, int divisor) {
    struct raddle_div result = {number / divisor, number % divisor};
    return result;
}

struct raddle_ldiv {
    long quotient, remainder;
};

struct raddle_ldiv ldiv(long number, long divisor) {
    struct raddle_ldiv result = {number / divisor, number % divisor};
    return result;
}

struct raddle_lldiv {
    long long quotient, remainder;
};

struct raddle_lldiv lldiv(long long number, long long divisor) {
    struct raddle_lldiv result = {number / divisor, number % divisor};
    return result;
}
