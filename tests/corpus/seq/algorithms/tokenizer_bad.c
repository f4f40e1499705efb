// A tokenizer of words copies each into a buffer that is too small for the longest.
//@ verdict: unsafe
#include <ctype.h>
#include <raddle.h>

int main(void)
{
    char text[5], word[4];
    raddle_make_symbolic(text, 4, "text");
    text[4] = 0;
    int length = 0;
    for (int i = 0; text[i]; i++) {
        if (text[i] == ' ') {
            length = 0;
        } else {
            word[length++] = text[i];
            word[length] = 0; //~ FINDING memory-out-of-bounds
        }
    }
    return 0;
}
