// The only pointer to the first block is overwritten.
//@ property: memory:leak
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    char *name = malloc(4); //~ FINDING memory-leak
    name = malloc(8);
    free(name);
    return 0;
}
