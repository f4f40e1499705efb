// realloc keeps the content up to the smaller size, and realloc(NULL, n) allocates.
//@ property: assert memory memory:leak
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int value = __VERIFIER_nondet_int();
    int *cells = realloc(NULL, 2 * sizeof *cells);
    cells[0] = value;
    cells[1] = 2;
    cells = realloc(cells, 10 * sizeof *cells);
    assert(cells[0] == value && cells[1] == 2);
    cells[9] = 3;
    cells = realloc(cells, sizeof *cells);
    assert(cells[0] == value);
    free(cells);
    return 0;
}
