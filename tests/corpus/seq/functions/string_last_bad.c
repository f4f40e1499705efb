// Whoever goes on from the end has left the string.
//@ flags: --function last_of
//@ verdict: unsafe
#include <raddle.h>
#include <stddef.h>

const char *last_of(const char *text, char wanted)
{
    raddle_requires(text && string(text) && size(text) <= 6);
    const char *found = NULL;
    do {
        if (*text == wanted) //~ FINDING memory-out-of-bounds
            found = text;
    } while (*text++ || !found);
    return found;
}
