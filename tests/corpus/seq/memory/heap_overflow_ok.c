// The allocation multiplies by the element size.
//@ verdict: safe
#include <stdlib.h>

int main(void)
{
    int *pair = malloc(2 * sizeof *pair);
    if (!pair)
        return 0;
    pair[0] = 1;
    pair[1] = 2;
    free(pair);
    return 0;
}
