// snprintf formats concrete values, truncates, terminates, and returns the untruncated length.
//@ verdict: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[16];
    assert(snprintf(text, sizeof text, "%d-%u-%x", -5, 7u, 255) == 7);
    assert(strcmp(text, "-5-7-ff") == 0);
    snprintf(text, sizeof text, "%5d|%-4d|%03d", 42, 7, 9);
    assert(strcmp(text, "   42|7   |009") == 0);
    assert(snprintf(text, 4, "%s", "truncated") == 9 && strcmp(text, "tru") == 0);
    snprintf(text, sizeof text, "%c%%%.2s%ld", 'a', "xyz", 123456L);
    assert(strcmp(text, "a%xy123456") == 0);
    assert(snprintf(NULL, 0, "%08lx", 0xabcUL) == 8);
    return 0;
}
