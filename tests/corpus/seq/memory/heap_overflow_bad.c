// The allocation counts elements where malloc wants bytes: the second store leaves the block.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    int *pair = malloc(4);
    if (!pair)
        return 0;
    pair[0] = 1;
    pair[1] = 2; //~ FINDING memory-out-of-bounds
    free(pair);
    return 0;
}
