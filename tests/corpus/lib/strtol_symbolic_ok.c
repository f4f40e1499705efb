// Three characters of input as a number: every digit and nothing else counts.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <raddle.h>

int main(void) {
    char text[4], *end;
    raddle_make_symbolic(text, 3, "text");
    text[3] = 0;
    raddle_assume(text[0] != ' ' && (text[0] < 9 || text[0] > 13));
    long n = strtol(text, &end, 10);
    assert(n >= -99 && n <= 999);
    if (end == text + 3 && text[0] >= '0')
        assert(n == (text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0'));
    return 0;
}
