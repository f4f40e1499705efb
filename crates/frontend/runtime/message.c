/*
 * <error.h>, <err.h>: messages about errors, and an end.
 */
struct raddle_stream;
extern struct raddle_stream *stderr;
int fprintf(struct raddle_stream *stream, const char *format, ...);
int vfprintf(struct raddle_stream *stream, const char *format, va_list arguments);
_Noreturn void exit(int code);

static void raddle_complain(int with_reason, const char *format, va_list arguments) {
    if (format)
        vfprintf(stderr, format, arguments);
    fprintf(stderr, with_reason ? ": error\n" : "\n");
}

void error(int status, int code, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    raddle_complain(code != 0, format, arguments);
    __builtin_va_end(arguments);
    if (status)
        exit(status);
}

void warn(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    raddle_complain(1, format, arguments);
    __builtin_va_end(arguments);
}

void warnx(const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    raddle_complain(0, format, arguments);
    __builtin_va_end(arguments);
}

_Noreturn void err(int status, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    raddle_complain(1, format, arguments);
    __builtin_va_end(arguments);
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    raddle_complain(0, format, arguments);
    __builtin_va_end(arguments);
    exit(status);
}
