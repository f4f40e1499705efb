// A text of up to N digits, with a sign perhaps, is read as a number.
#include <assert.h>
#include "inputs.h"

static int number(const char *text) {
    int sign = 1, value = 0;
    if (*text == '-' || *text == '+')
        sign = *text++ == '-' ? -1 : 1;
    while (*text >= '0' && *text <= '9')
        value = value * 10 + (*text++ - '0');
    return sign * value;
}

int main(void) {
    char text[N + 1];
    int limit = 1;
    for (int i = 0; i < N; i++) {
        text[i] = (char)input();
        limit *= 10;
    }
    text[N] = 0;
    int value = number(text);
    assert(-limit < value && value < limit);
    return 0;
}
