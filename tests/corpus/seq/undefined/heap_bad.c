// Memory that is allocated again need not hold what the freed block held.
//@ verdict: unsafe
//@ revisions: assert all
//@[assert] property: assert
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *first = malloc(sizeof *first);
    *first = 7;
    free(first);
    int *second = malloc(sizeof *second);
    int old = *second;
    assert(old == 7);  //~[assert] FINDING assert //~[all] FINDING memory-uninitialised
    free(second);
    return 0;
}
