// The result of sscanf is ignored, and the number was never set.
//@ verdict: unsafe
#include <stdio.h>

int main(void)
{
    int width;
    sscanf("wide", "%d", &width);
    if (width > 3) //~ FINDING memory-uninitialised
        return 1;
    return 0;
}
