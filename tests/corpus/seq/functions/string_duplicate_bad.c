// A copy has no room for the end of its text. That of an empty text has no byte at all.
//@ flags: --function duplicate --where "text && string(text)" --array-elements 4
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length);
    if (!copy)
        return NULL;
    for (size_t i = 0; i <= length; i++)
        copy[i] = text[i]; //~ FINDING memory-out-of-bounds
    return copy;
}
