// The tokenizer counts words; between none and half the characters, rounded up.
//@ verdict: safe
#include <assert.h>
#include <raddle.h>

int main(void)
{
    char text[5];
    raddle_make_symbolic(text, 4, "text");
    text[4] = 0;
    int words = 0, inside = 0;
    for (int i = 0; text[i]; i++) {
        if (text[i] == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(words >= 0 && words <= 2);
    return 0;
}
