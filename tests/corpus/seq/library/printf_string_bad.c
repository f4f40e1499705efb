// Printing text that was never terminated reads behind its end.
//@ verdict: unsafe
#include <stdio.h>

int main(void)
{
    char word[3] = {'a', 'b', 'c'};
    printf("%s\n", word); //~ FINDING memory-out-of-bounds
    return 0;
}
