// The two arguments of calloc give n elements, and the loop uses n + 1.
//@ verdict: unsafe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 3 + 1;
    long *cells = calloc(n, sizeof *cells);
    for (unsigned i = 0; i <= n; i++)
        cells[i] = 1; //~ FINDING memory-out-of-bounds
    free(cells);
    return 0;
}
