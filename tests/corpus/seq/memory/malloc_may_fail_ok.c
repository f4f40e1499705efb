// With failing allocations allowed, both outcomes of malloc are handled.
//@ flags: --calls-may-fail
//@ verdict: safe
#include <stdlib.h>

int main(void)
{
    int *cell = malloc(sizeof *cell);
    if (!cell)
        return 1;
    *cell = 1;
    free(cell);
    return 0;
}
