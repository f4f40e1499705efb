/*
 * <stdio.h>: lines, blocks and formatted input, on top of single characters.
 *
 * Standard input is any sequence of bytes. A number that `scanf` reads from it is any number rather than any
 * row of digits, because nothing else about the digits can be observed; what may follow it is remembered.
 */

/* As the machine lays it out. */
struct raddle_stream {
    int at_end;
    int given_back;
    /* What is known about the next character. */
    int next;
    /* Characters and numbers read so far, where they are limited. */
    int taken;
    int failed;
};

/* A stream is guarded by a lock; atomic accesses to its state stand for that. */
#define RADDLE_GET(place) __atomic_load_n(&(place), __ATOMIC_SEQ_CST)
#define RADDLE_SET(place, value) __atomic_store_n(&(place), value, __ATOMIC_SEQ_CST)

enum { RADDLE_ANY, RADDLE_NO_DIGIT, RADDLE_NO_SPACE };

int __raddle_getc(struct raddle_stream *stream);
/* Any number below `count`: a choice of the environment. */
int __raddle_choose(const char *name, int count);
/* How many characters and numbers the input may have. */
int __raddle_input_limit(void);
enum { RADDLE_UNLIMITED = 0x7fffffff };
int ungetc(int c, struct raddle_stream *stream);
int fileno(struct raddle_stream *stream);
/* Formatted input from another stream than the standard one. */
int __raddle_scan_other(struct raddle_stream *stream, const char *format, va_list arguments);
struct raddle_stream *__raddle_stdin(void);
double strtod(const char *text, char **end);

char *fgets(char *line, int size, struct raddle_stream *stream) {
    int length = 0;
    if (size <= 0)
        return NULL;
    while (length < size - 1) {
        int c = __raddle_getc(stream);
        if (c == EOF) {
            if (length == 0)
                return NULL;
            break;
        }
        line[length++] = (char)c;
        if (c == '\n')
            break;
    }
    line[length] = 0;
    return line;
}

char *gets(char *line) {
    size_t length = 0;
    for (;;) {
        int c = __raddle_getc(__raddle_stdin());
        if (c == EOF && length == 0)
            return NULL;
        if (c == EOF || c == '\n')
            break;
        line[length++] = (char)c;
    }
    line[length] = 0;
    return line;
}

ptrdiff_t getdelim(char **line, size_t *size, int last, struct raddle_stream *stream) {
    size_t length = 0;
    if (!line || !size) {
        errno = EINVAL;
        return -1;
    }
    if (!*line)
        *size = 0;
    for (;;) {
        int c = __raddle_getc(stream);
        if (c == EOF)
            break;
        if (length + 2 > *size) {
            size_t larger = *size < 120 ? 120 : 2 * *size;
            char *moved = realloc(*line, larger);
            if (!moved)
                return -1;
            *line = moved;
            *size = larger;
        }
        (*line)[length++] = (char)c;
        if (c == last)
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = 0;
    return (ptrdiff_t)length;
}

ptrdiff_t getline(char **line, size_t *size, struct raddle_stream *stream) {
    return getdelim(line, size, '\n', stream);
}

size_t fread(void *memory, size_t size, size_t count, struct raddle_stream *stream) {
    unsigned char *bytes = memory;
    if (size == 0)
        return 0;
    for (size_t item = 0; item < count; item++)
        for (size_t index = 0; index < size; index++) {
            int c = __raddle_getc(stream);
            if (c == EOF)
                return item;
            bytes[item * size + index] = (unsigned char)c;
        }
    return count;
}

/* Any number of bytes up to `size`; 0 is the end of the input. */
static ptrdiff_t raddle_read_standard(void *memory, size_t size) {
    struct raddle_stream *stream = __raddle_stdin();
    int limit = __raddle_input_limit();
    size_t left = limit == RADDLE_UNLIMITED ? size : (size_t)(limit - RADDLE_GET(stream->taken));
    long long count = __raddle_input("read");
    raddle_assume((count >= 0) & ((unsigned long long)count <= (left < size ? left : size)));
    if (limit != RADDLE_UNLIMITED)
        RADDLE_SET(stream->taken, RADDLE_GET(stream->taken) + (int)count);
    raddle_make_symbolic(memory, (size_t)count, "stdin");
    return (ptrdiff_t)count;
}

/* Where formatted input comes from: a stream, or a text. */
struct raddle_source {
    struct raddle_stream *stream;
    const char *text;
    size_t at;
};

static int raddle_take(struct raddle_source *from) {
    if (from->stream)
        return __raddle_getc(from->stream);
    unsigned char c = (unsigned char)from->text[from->at];
    if (c == 0)
        return EOF;
    from->at++;
    return c;
}

static void raddle_give_back(struct raddle_source *from, int c) {
    if (c == EOF)
        return;
    if (from->stream)
        ungetc(c, from->stream);
    else
        from->at--;
}

static void raddle_skip_space(struct raddle_source *from) {
    if (from->stream) {
        /* However much white space there was: the next character is none. */
        if (RADDLE_GET(from->stream->given_back)) {
            int c = __raddle_getc(from->stream);
            if (!raddle_is_space(c)) {
                ungetc(c, from->stream);
                return;
            }
        }
        RADDLE_SET(from->stream->next, RADDLE_NO_SPACE);
        return;
    }
    while (raddle_is_space(from->text[from->at]))
        from->at++;
}

/* A directive of a format. */
struct raddle_directive {
    int suppressed;
    /* 0: none given. */
    size_t width;
    /* Size of the integer to store. */
    size_t size;
    int is_long;
    char conversion;
};

/* Reads the directive behind a '%' and returns what follows it. */
static const char *raddle_read_directive(const char *format, struct raddle_directive *found) {
    found->suppressed = *format == '*';
    if (found->suppressed)
        format++;
    found->width = 0;
    for (; *format >= '0' && *format <= '9'; format++)
        found->width = found->width * 10 + (size_t)(*format - '0');
    found->size = sizeof(int);
    found->is_long = 0;
    switch (*format) {
    case 'h':
        found->size = sizeof(short);
        if (*++format == 'h') {
            found->size = 1;
            format++;
        }
        break;
    case 'l':
        found->size = sizeof(long);
        found->is_long = 1;
        if (*++format == 'l') {
            found->size = sizeof(long long);
            format++;
        }
        break;
    case 'L':
    case 'q':
        found->size = sizeof(long long);
        found->is_long = 2;
        format++;
        break;
    case 'j':
        found->size = sizeof(intmax_t);
        format++;
        break;
    case 'z':
    case 't':
        found->size = sizeof(size_t);
        format++;
        break;
    }
    found->conversion = *format;
    return *format ? format + 1 : format;
}

static void raddle_store_integer(void *to, size_t size, unsigned long long value) {
    if (size == 1)
        *(unsigned char *)to = (unsigned char)value;
    else if (size == sizeof(short))
        *(unsigned short *)to = (unsigned short)value;
    else if (size == sizeof(int))
        *(unsigned *)to = (unsigned)value;
    else
        *(unsigned long long *)to = value;
}

enum { RADDLE_MATCHED, RADDLE_MISMATCH, RADDLE_END };

/* Whether the input may have one more number; if so it is counted. */
static int raddle_take_from_limit(struct raddle_stream *stream) {
    int limit = __raddle_input_limit();
    if (limit == RADDLE_UNLIMITED)
        return 1;
    int taken = RADDLE_GET(stream->taken);
    if (taken >= limit)
        return 0;
    RADDLE_SET(stream->taken, taken + 1);
    return 1;
}

/*
 * Whether a number stands in a stream: all answers are possible, also when there was none before. A sign is taken even if no
 * digit follows it: of "--5" the first number is a mismatch and the second one is -5.
 */
static int raddle_number_ahead(struct raddle_stream *stream, const struct raddle_directive *how) {
    /* A number with a limited width may stop in the middle of its digits. */
    int next = how->width ? RADDLE_ANY : RADDLE_NO_DIGIT;
    if (RADDLE_GET(stream->given_back)) {
        int c = __raddle_getc(stream);
        int is_sign = (c == '-') | (c == '+');
        if (!((raddle_digit(c) < 10) | is_sign)) {
            ungetc(c, stream);
            return RADDLE_MISMATCH;
        }
        RADDLE_SET(stream->next, next);
        return is_sign && __raddle_choose("scanf_sign", 2) ? RADDLE_MISMATCH : RADDLE_MATCHED;
    }
    int outcome = RADDLE_END;
    if (!RADDLE_GET(stream->at_end) && raddle_take_from_limit(stream))
        outcome = __raddle_choose("scanf_outcome", 3);
    if (outcome == RADDLE_END)
        RADDLE_SET(stream->at_end, 1);
    else
        RADDLE_SET(stream->next, next);
    return outcome;
}

static int raddle_scan_integer(struct raddle_source *from, const struct raddle_directive *how, void *to) {
    unsigned base = how->conversion == 'i'                              ? 0
                    : how->conversion == 'o'                            ? 8
                    : how->conversion == 'x' || how->conversion == 'X' ? 16
                                                                        : 10;
    raddle_skip_space(from);
    if (from->stream) {
        int ahead = raddle_number_ahead(from->stream, how);
        if (ahead != RADDLE_MATCHED)
            return ahead;
        /* Whoever writes the text again has to know how it is read. */
        const char *name = base == 16                ? "scanf_hex"
                           : base == 8               ? "scanf_octal"
                           : how->conversion == 'u' ? "scanf_unsigned"
                                                     : "scanf";
        long long value =
            how->size == sizeof(int) ? __raddle_input_int(name) : __raddle_input(name);
        if (how->width && how->width < 19 && base == 10) {
            long long limit = 1;
            for (size_t digit = 0; digit < how->width; digit++)
                limit *= 10;
            raddle_assume((value < limit) & (value > -limit / 10));
        }
        if (!how->suppressed)
            raddle_store_integer(to, how->size, (unsigned long long)value);
        return RADDLE_MATCHED;
    }
    const char *text = from->text + from->at;
    if (!*text)
        return RADDLE_END;
    struct raddle_digits number = raddle_read_digits(text, base, how->width ? how->width : ~(size_t)0);
    if (!number.length)
        return RADDLE_MISMATCH;
    from->at += number.length;
    if (!how->suppressed)
        raddle_store_integer(to, how->size, number.negative ? 0 - number.value : number.value);
    return RADDLE_MATCHED;
}

static int raddle_scan_float(struct raddle_source *from, const struct raddle_directive *how, void *to) {
    raddle_skip_space(from);
    if (from->stream) {
        int ahead = raddle_number_ahead(from->stream, how);
        size_t size = how->is_long == 2 ? sizeof(long double) : how->is_long ? sizeof(double) : sizeof(float);
        if (ahead == RADDLE_MATCHED && !how->suppressed)
            raddle_make_symbolic(to, size, "scanf_float");
        return ahead;
    }
    const char *text = from->text + from->at;
    char *end;
    if (!*text)
        return RADDLE_END;
    if (how->width)
        __raddle_unsupported("the width of a floating-point number in sscanf");
    double value = strtod(text, &end);
    if (end == text)
        return RADDLE_MISMATCH;
    from->at += (size_t)(end - text);
    if (how->suppressed)
        return RADDLE_MATCHED;
    if (how->is_long == 2)
        *(long double *)to = value;
    else if (how->is_long)
        *(double *)to = value;
    else
        *(float *)to = (float)value;
    return RADDLE_MATCHED;
}

static int raddle_scan_word(struct raddle_source *from, const struct raddle_directive *how, char *to) {
    size_t length = 0;
    raddle_skip_space(from);
    while (!how->width || length < how->width) {
        int c = raddle_take(from);
        if (c == EOF || raddle_is_space(c)) {
            raddle_give_back(from, c);
            break;
        }
        if (!how->suppressed)
            to[length] = (char)c;
        length++;
    }
    if (length == 0)
        return RADDLE_END;
    if (!how->suppressed)
        to[length] = 0;
    return RADDLE_MATCHED;
}

static int raddle_scan_characters(struct raddle_source *from, const struct raddle_directive *how, char *to) {
    size_t width = how->width ? how->width : 1;
    for (size_t index = 0; index < width; index++) {
        int c = raddle_take(from);
        if (c == EOF)
            return RADDLE_END;
        if (!how->suppressed)
            to[index] = (char)c;
    }
    return RADDLE_MATCHED;
}

/* Whether a character is in the set that begins behind '[' (and behind a '^'). */
static int raddle_in_scan_set(const char *set, int c) {
    int found = 0;
    for (const char *at = set; at == set || *at != ']'; at++) {
        if (!*at)
            break;
        if (at[1] == '-' && at[2] && at[2] != ']') {
            found |= (c >= (unsigned char)at[0]) & (c <= (unsigned char)at[2]);
            at += 2;
        } else {
            found |= c == (unsigned char)*at;
        }
    }
    return found;
}

/* `set` points behind the '['; `*format` is moved behind the ']'. */
static int raddle_scan_set(struct raddle_source *from, const struct raddle_directive *how, const char **format, char *to) {
    const char *set = *format;
    int inverted = *set == '^';
    size_t length = 0;
    set += inverted;
    const char *end = set + (*set == ']');
    while (*end && *end != ']')
        end++;
    *format = *end ? end + 1 : end;
    while (!how->width || length < how->width) {
        int c = raddle_take(from);
        if (c == EOF) {
            if (length == 0)
                return RADDLE_END;
            break;
        }
        if (raddle_in_scan_set(set, c) == inverted) {
            raddle_give_back(from, c);
            break;
        }
        if (!how->suppressed)
            to[length] = (char)c;
        length++;
    }
    if (length == 0)
        return RADDLE_MISMATCH;
    if (!how->suppressed)
        to[length] = 0;
    return RADDLE_MATCHED;
}

static int raddle_scan(struct raddle_source *from, const char *format, va_list arguments) {
    int stored = 0;
    while (*format) {
        if (raddle_is_space(*format)) {
            raddle_skip_space(from);
            format++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                raddle_skip_space(from);
                format++;
            }
            int c = raddle_take(from);
            if (c != (unsigned char)*format) {
                raddle_give_back(from, c);
                return c == EOF && stored == 0 ? EOF : stored;
            }
            format++;
            continue;
        }
        struct raddle_directive how;
        format = raddle_read_directive(format + 1, &how);
        void *to = how.suppressed ? NULL : __builtin_va_arg(arguments, void *);
        int outcome = RADDLE_MATCHED;
        switch (how.conversion) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            outcome = raddle_scan_integer(from, &how, to);
            break;
        case 'a':
        case 'e':
        case 'f':
        case 'g':
        case 'E':
        case 'G':
            outcome = raddle_scan_float(from, &how, to);
            break;
        case 's':
            outcome = raddle_scan_word(from, &how, to);
            break;
        case 'c':
            outcome = raddle_scan_characters(from, &how, to);
            break;
        case '[':
            outcome = raddle_scan_set(from, &how, &format, to);
            break;
        case 'n':
            if (from->stream)
                __raddle_unsupported("the conversion %n when reading from a stream");
            if (!how.suppressed)
                raddle_store_integer(to, how.size, from->at);
            continue;
        default:
            __raddle_unsupported("a conversion of scanf that is not modelled");
        }
        if (outcome == RADDLE_END && stored == 0)
            return EOF;
        if (outcome != RADDLE_MATCHED)
            return stored;
        stored += !how.suppressed;
    }
    return stored;
}

static int raddle_scan_stream(struct raddle_stream *stream, const char *format, va_list arguments) {
    struct raddle_source from = {stream, NULL, 0};
    if (fileno(stream) != 0)
        return __raddle_scan_other(stream, format, arguments);
    return raddle_scan(&from, format, arguments);
}

int vscanf(const char *format, va_list arguments) {
    return raddle_scan_stream(__raddle_stdin(), format, arguments);
}

int vfscanf(struct raddle_stream *stream, const char *format, va_list arguments) {
    return raddle_scan_stream(stream, format, arguments);
}

int vsscanf(const char *text, const char *format, va_list arguments) {
    struct raddle_source from = {NULL, text, 0};
    return raddle_scan(&from, format, arguments);
}

int scanf(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int stored = raddle_scan_stream(__raddle_stdin(), format, arguments);
    __builtin_va_end(arguments);
    return stored;
}

int fscanf(struct raddle_stream *stream, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int stored = raddle_scan_stream(stream, format, arguments);
    __builtin_va_end(arguments);
    return stored;
}

int sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    struct raddle_source from = {NULL, text, 0};
    int stored = raddle_scan(&from, format, arguments);
    __builtin_va_end(arguments);
    return stored;
}
