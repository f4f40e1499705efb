// A signed decimal number with blanks around it is read from a symbolic line.
#include <assert.h>
#include <raddle.h>
#include <stddef.h>

static int is_blank(char c) { return c == ' ' || c == '\t'; }

int main(void) {
    char line[7];
    raddle_make_symbolic(line, sizeof line, "line");
    line[6] = 0;
    size_t at = 0;
    while (is_blank(line[at])) at++;
    int negative = 0;
    if (line[at] == '-') { negative = 1; at++; }
    else if (line[at] == '+') at++;
    int value = 0, digits = 0;
    while (line[at] >= '0' && line[at] <= '9') {
        value = value * 10 + (line[at] - '0');
        digits++;
        at++;
    }
    while (is_blank(line[at])) at++;
    if (line[at] == 0 && digits > 0) {
        if (negative) value = -value;
        assert(value > -1000000 && value < 1000000);
        assert(value % 10 == (negative ? -(line[at - 1] - '0') : line[at - 1] - '0') || is_blank(line[at - 1]));
    }
    return 0;
}
