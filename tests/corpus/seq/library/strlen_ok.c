// strlen of symbolic text is the position of its first zero.
//@ verdict: safe
#include <assert.h>
#include <string.h>
#include <raddle.h>

int main(void)
{
    char text[4];
    raddle_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    size_t length = strlen(text);
    assert(length <= 3 && text[length] == 0);
    for (size_t i = 0; i < length; i++)
        assert(text[i] != 0);
    return 0;
}
