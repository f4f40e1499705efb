// Reversing twice gives the text back.
//@ verdict: safe
#include <assert.h>
#include <string.h>
#include <raddle.h>

static void reverse(char *text)
{
    for (size_t left = 0, right = strlen(text); left + 1 < right; left++) {
        char kept = text[left];
        text[left] = text[--right];
        text[right] = kept;
    }
}

int main(void)
{
    char text[4], copy[4];
    raddle_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    memcpy(copy, text, sizeof text);
    reverse(text);
    assert(strlen(text) == strlen(copy));
    reverse(text);
    assert(strcmp(text, copy) == 0);
    return 0;
}
