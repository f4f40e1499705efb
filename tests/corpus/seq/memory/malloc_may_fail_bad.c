// With failing allocations allowed, the unchecked result of malloc is a null dereference.
//@ flags: --calls-may-fail
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    int *cell = malloc(sizeof *cell);
    *cell = 1; //~ FINDING memory-null-dereference
    free(cell);
    return 0;
}
