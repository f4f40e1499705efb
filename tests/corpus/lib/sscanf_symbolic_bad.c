// Some text of two characters reads as 42.
//@ verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <raddle.h>

int main(void) {
    char text[3];
    int n = 0;
    raddle_make_symbolic(text, 2, "text");
    text[2] = 0;
    if (sscanf(text, "%d", &n) == 1)
        assert(n != 42);  //~ FINDING assertion
    return 0;
}
