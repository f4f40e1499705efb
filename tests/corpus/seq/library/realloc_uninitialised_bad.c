// The new part of a grown block has no value.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    char *text = calloc(4, 1);
    text = realloc(text, 8);
    int length = 0;
    while (text[0] == 0 && text[length + 1] == 0) //~ FINDING uninitialised
        length++;
    free(text);
    return length;
}
