// A copy has room for the end of its text.
//@ flags: --function duplicate --where "text && string(text)" --array-elements 4
//@ verdict: safe
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i <= length; i++)
        copy[i] = text[i];
    return copy;
}
