// A program's own version of a library function is used instead of ours, also by our library.
//@ verdict: safe
#include <assert.h>

int own_calls;

int isdigit(int c) {
    own_calls++;
    return c == '7';
}

int atoi(const char *text) {
    return isdigit(text[0]) ? 1 : 0;
}

long strtol(const char *text, char **end, int base);

int main(void) {
    assert(atoi("7") == 1 && atoi("8") == 0 && own_calls == 2);
    assert(strtol("8", 0, 10) == 8);
    return 0;
}
