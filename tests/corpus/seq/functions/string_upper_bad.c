// The end is looked for behind the character that is changed.
//@ flags: --function upper
//@ verdict: unsafe
#include <raddle.h>

void upper(char *text)
{
    raddle_requires(text && string(text) && size(text) <= 5);
    for (; text[1]; text++) //~ FINDING memory-out-of-bounds
        if (*text >= 'a' && *text <= 'z')
            *text -= 'a' - 'A';
}
