// Addresses of different live objects differ, and none is null.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>

static int global_cell;

int main(void)
{
    int local;
    int *heap = malloc(sizeof *heap);
    assert(&local != &global_cell && heap != &local && heap != &global_cell);
    assert(heap != NULL && &local != NULL && (void *)main != NULL);
    free(heap);
    return 0;
}
