// The new part of a grown block has no value.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    char *text = calloc(4, 1);
    text = realloc(text, 8);
    int zeros = 0;
    for (int i = 2; i < 6; i++)
        if (text[i] == 0) //~ FINDING memory-uninitialised
            zeros++;
    free(text);
    return zeros;
}
