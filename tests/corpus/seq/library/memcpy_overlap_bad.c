// memcpy must not be used to shift a buffer by one.
//@ verdict: unsafe
#include <string.h>

int main(void)
{
    char text[8] = "shifted";
    memcpy(text + 1, text, 4); //~ FINDING memory-overlapping-copy
    return text[1];
}
