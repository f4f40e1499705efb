// Reversing an empty string in place starts at index -1.
//@ verdict: unsafe
#include <string.h>
#include <raddle.h>

static void reverse(char *text)
{
    char *left = text, *right = text + strlen(text) - 1;
    do {
        char kept = *left;
        *left++ = *right; //~ FINDING memory-out-of-bounds
        *right-- = kept;
    } while (left < right);
}

int main(void)
{
    char text[4];
    raddle_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    reverse(text);
    return 0;
}
