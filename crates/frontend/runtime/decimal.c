/*
 * <stdlib.h>: floating-point numbers from text.
 *
 * Text that is known is converted by the machine. Otherwise each character costs one decision (does the number go on?), and a decimal number of a few digits
 * is a whole number divided by a power of ten: both are exact, so the one division rounds as the conversion has to. Of a number with an exponent or
 * in hexadecimal digits every character is tried.
 */
enum { RADDLE_EXACT_DIGITS = 15, RADDLE_EXACT_FLOAT_DIGITS = 7, RADDLE_LONGEST_NUMBER = 64 };

double __raddle_strtod(const char *text, char **end);
float __raddle_strtof(const char *text, char **end);
long double __raddle_strtold(const char *text, char **end);

/* What a text begins with. */
struct raddle_decimal {
    enum { RADDLE_NO_NUMBER, RADDLE_DIGITS, RADDLE_OTHER_DIGITS, RADDLE_INFINITY, RADDLE_NOT_A_NUMBER } kind;
    unsigned long long value;
    /* How many digits there are, and how many of them behind the point. */
    int count, behind;
    int negative;
    /* Behind its last character. */
    const char *end;
};

static int raddle_is_known_text(const char *text) {
    size_t at = 0;
    for (; __raddle_is_known(text[at]); at++)
        if (text[at] == 0)
            return 1;
    return 0;
}

/* Whether a word follows, in letters of any size. */
static int raddle_word_follows(const char *text, const char *word) {
    for (; *word; word++, text++)
        if ((*text | 32) != *word)
            return 0;
    return 1;
}

static int raddle_decimal_digit(char c) {
    return (unsigned)c - '0' < 10u;
}

/* Behind the exponent at a place, if there is one. */
static const char *raddle_skip_exponent(const char *text, char letter) {
    if ((*text | 32) != letter)
        return text;
    const char *at = text + 1;
    at += (*at == '-') | (*at == '+');
    if (!raddle_decimal_digit(*at))
        return text;
    while (raddle_decimal_digit(*at))
        at++;
    return at;
}

static const char *raddle_skip_hexadecimal(const char *text) {
    const char *at = text;
    int has_point = 0;
    for (;; at++) {
        if (*at == '.' && !has_point)
            has_point = 1;
        else if (raddle_digit(*at) >= 16)
            break;
    }
    return raddle_skip_exponent(at, 'p');
}

static struct raddle_decimal raddle_read_decimal(const char *text) {
    struct raddle_decimal number = {RADDLE_NO_NUMBER, 0, 0, 0, 0, text};
    const char *at = text;
    while (raddle_is_space(*at))
        at++;
    number.negative = *at == '-';
    at += (*at == '-') | (*at == '+');
    int has_point = 0;
    for (;; at++) {
        if (raddle_decimal_digit(*at)) {
            number.value = number.value * 10 + ((unsigned)*at - '0');
            number.count++;
            number.behind += has_point;
        } else if (*at == '.' && !has_point) {
            has_point = 1;
        } else {
            break;
        }
    }
    if (number.count == 1 && !has_point && at[-1] == '0' && (*at | 32) == 'x') {
        const char *digits = at + 1;
        if (raddle_digit(digits[0]) < 16 || (digits[0] == '.' && raddle_digit(digits[1]) < 16)) {
            number.kind = RADDLE_OTHER_DIGITS;
            number.end = raddle_skip_hexadecimal(digits);
            return number;
        }
    }
    if (number.count > 0) {
        number.end = raddle_skip_exponent(at, 'e');
        number.kind = number.end == at ? RADDLE_DIGITS : RADDLE_OTHER_DIGITS;
    } else if (!has_point && raddle_word_follows(at, "inf")) {
        number.kind = RADDLE_INFINITY;
        number.end = at + (raddle_word_follows(at + 3, "inity") ? 8 : 3);
    } else if (!has_point && raddle_word_follows(at, "nan")) {
        if (at[3] == '(')
            __raddle_unsupported("the payload of a NaN that depends on inputs");
        number.kind = RADDLE_NOT_A_NUMBER;
        number.end = at + 3;
    }
    return number;
}

/* A copy of a number of which every character is known. */
static void raddle_know_number(char *copy, const char *text, const char *end) {
    static const char possible[] = "0123456789.eE+-xXabcdfABCDFpP \t\n\v\f\r";
    if (end - text >= RADDLE_LONGEST_NUMBER)
        __raddle_unsupported("a floating-point number of more than 63 characters that depend on inputs");
    for (; text < end; text++, copy++) {
        int which = 0;
        while (!__raddle_is_known(*text) && possible[which] && *text != possible[which])
            which++;
        *copy = __raddle_is_known(*text) ? *text : possible[which];
    }
    *copy = 0;
}

static long double raddle_power_of_ten(int exponent) {
    long double power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

double strtod(const char *text, char **end) {
    if (raddle_is_known_text(text))
        return __raddle_strtod(text, end);
    struct raddle_decimal number = raddle_read_decimal(text);
    if (end)
        *end = (char *)number.end;
    double result = 0;
    if (number.kind == RADDLE_DIGITS && number.count <= RADDLE_EXACT_DIGITS) {
        result = number.behind ? (double)number.value / (double)raddle_power_of_ten(number.behind) : (double)number.value;
    } else if (number.kind == RADDLE_DIGITS || number.kind == RADDLE_OTHER_DIGITS) {
        char copy[RADDLE_LONGEST_NUMBER];
        raddle_know_number(copy, text, number.end);
        return __raddle_strtod(copy, NULL);
    } else if (number.kind != RADDLE_NO_NUMBER) {
        result = number.kind == RADDLE_INFINITY ? __builtin_inf() : __builtin_nan("");
    }
    return number.negative ? -result : result;
}

float strtof(const char *text, char **end) {
    if (raddle_is_known_text(text))
        return __raddle_strtof(text, end);
    struct raddle_decimal number = raddle_read_decimal(text);
    if (end)
        *end = (char *)number.end;
    float result = 0;
    if (number.kind == RADDLE_DIGITS && number.count <= RADDLE_EXACT_FLOAT_DIGITS) {
        result = number.behind ? (float)number.value / (float)raddle_power_of_ten(number.behind) : (float)number.value;
    } else if (number.kind == RADDLE_DIGITS || number.kind == RADDLE_OTHER_DIGITS) {
        char copy[RADDLE_LONGEST_NUMBER];
        raddle_know_number(copy, text, number.end);
        return __raddle_strtof(copy, NULL);
    } else if (number.kind != RADDLE_NO_NUMBER) {
        result = number.kind == RADDLE_INFINITY ? __builtin_inff() : __builtin_nanf("");
    }
    return number.negative ? -result : result;
}

long double strtold(const char *text, char **end) {
    if (raddle_is_known_text(text))
        return __raddle_strtold(text, end);
    struct raddle_decimal number = raddle_read_decimal(text);
    if (end)
        *end = (char *)number.end;
    long double result = 0;
    if (number.kind == RADDLE_DIGITS && number.count <= RADDLE_EXACT_DIGITS) {
        result = number.behind ? (long double)number.value / raddle_power_of_ten(number.behind) : (long double)number.value;
    } else if (number.kind == RADDLE_DIGITS || number.kind == RADDLE_OTHER_DIGITS) {
        char copy[RADDLE_LONGEST_NUMBER];
        raddle_know_number(copy, text, number.end);
        return __raddle_strtold(copy, NULL);
    } else if (number.kind != RADDLE_NO_NUMBER) {
        result = number.kind == RADDLE_INFINITY ? __builtin_infl() : __builtin_nanl("");
    }
    return number.negative ? -result : result;
}

double atof(const char *text) {
    return strtod(text, NULL);
}

double __strtod_internal(const char *text, char **end, int grouping) {
    (void)grouping;
    return strtod(text, end);
}

float __strtof_internal(const char *text, char **end, int grouping) {
    (void)grouping;
    return strtof(text, end);
}

long double __strtold_internal(const char *text, char **end, int grouping) {
    (void)grouping;
    return strtold(text, end);
}
