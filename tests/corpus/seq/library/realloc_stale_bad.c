// A pointer into the block is kept across realloc, which moved it.
//@ verdict: unsafe
#include <stdlib.h>

int main(void)
{
    int *cells = malloc(2 * sizeof *cells);
    int *first = &cells[0];
    *first = 1;
    cells = realloc(cells, 200000 * sizeof *cells);
    cells[199999] = 2;
    *first = 3; //~ FINDING memory-use-after-free
    free(cells);
    return 0;
}
