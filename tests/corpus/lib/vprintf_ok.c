// A function of the program passes its arguments on.
//@ verdict: safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char line[64];

static void report(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    vfprintf(stderr, format, arguments);
    vsprintf(line, format, again);
    va_end(again);
    va_end(arguments);
}

int main(void) {
    report("%s: %d %ld %.1f %c %u", "name", 1, 2l, 3.5, 'x', 6u);
    assert(strcmp(line, "name: 1 2 3.5 x 6") == 0);
    return 0;
}
