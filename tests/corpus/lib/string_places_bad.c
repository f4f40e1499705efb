// The place of a separator is a term, and what is written there, or behind it, is checked for every place at once.
//@ property: memory
//@ verdict: unsafe
//@ runs: <= 20
#include <string.h>

int main(void)
{
    char line[5];
    for (int index = 0; index < 4; index++)
        line[index] = __VERIFIER_nondet_char();
    line[4] = 0;
    char *comma = strchr(line, ',');
    if (comma)
        comma[2] = 0;  //~ FINDING memory-out-of-bounds
    return 0;
}
