// calloc clears every element and multiplies its arguments.
//@ verdict: safe
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 3 + 1;
    long *cells = calloc(n, sizeof *cells);
    for (unsigned i = 0; i < n; i++)
        assert(cells[i] == 0);
    free(cells);
    return 0;
}
