// The last place of a character in a string.
//@ flags: --function last_of
//@ verdict: safe
#include <raddle.h>
#include <stddef.h>

const char *last_of(const char *text, char wanted)
{
    raddle_requires(text && string(text) && size(text) <= 6);
    const char *found = NULL;
    for (; *text; text++)
        if (*text == wanted)
            found = text;
    return found;
}
