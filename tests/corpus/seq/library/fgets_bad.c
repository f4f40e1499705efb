// The last character of a line is cut without looking whether there is one.
//@ verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    line[strlen(line) - 1] = 0; //~ FINDING memory-out-of-bounds
    return 0;
}
