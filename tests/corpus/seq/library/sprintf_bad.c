// A number of three digits does not fit the buffer made for two.
//@ verdict: unsafe
#include <stdio.h>

int main(void)
{
    char text[3];
    for (int i = 98; i <= 100; i++)
        sprintf(text, "%d", i); //~ FINDING memory-out-of-bounds
    return text[0] == 0;
}
