// A word without a limit overruns its buffer.
//@ verdict: unsafe
#include <stdio.h>

int main(void) {
    char word[4];
    if (scanf("%s", word) == 1)  //~ FINDING memory-out-of-bounds
        puts(word);
    return 0;
}
