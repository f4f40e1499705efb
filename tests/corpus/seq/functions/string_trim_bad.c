// A string that is empty, or all blank, is left at its front end.
//@ flags: --function trim --where "string(text) && size(text) <= 4"
//@ verdict: unsafe
#include <string.h>

void trim(char *text)
{
    size_t length = strlen(text);
    while (text[length - 1] == ' ') //~ FINDING memory-out-of-bounds
        length--;
    text[length] = 0;
}
