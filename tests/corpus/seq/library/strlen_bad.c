// Symbolic text need not be terminated, and strlen runs over its end.
//@ verdict: unsafe
#include <string.h>
#include <raddle.h>

int main(void)
{
    char text[4];
    raddle_make_symbolic(text, sizeof text, "text");
    return (int)strlen(text); //~ FINDING memory-out-of-bounds
}
