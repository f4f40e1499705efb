// An allocation of two gigabytes costs what is used of it.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *huge = malloc(2147483648u);
    huge[2147483647u] = 7;
    assert(huge[2147483647u] == 7);
    free(huge);
    return 0;
}
