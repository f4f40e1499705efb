// Without --calls-may-fail the verdict is "safe, assuming malloc never fails".
//@ verdict: safe
#include <stdlib.h>

int main(void)
{
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    free(cell);
    return 0;
}
