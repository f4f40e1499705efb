// Letters of a string are changed in place, up to its end.
//@ flags: --function upper
//@ verdict: safe
#include <raddle.h>

void upper(char *text)
{
    raddle_requires(text && string(text) && size(text) <= 5);
    for (; *text; text++)
        if (*text >= 'a' && *text <= 'z')
            *text -= 'a' - 'A';
}
