// Blanks at the end of a string are cut off.
//@ flags: --function trim --where "string(text) && size(text) <= 4"
//@ verdict: safe
#include <string.h>

void trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = 0;
}
