// Differences, comparisons and steps of pointers into one array.
//@ verdict: safe
#include <assert.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    double cells[6] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 6, j = __VERIFIER_nondet_uint() % 6;
    double *p = cells + i, *q = &cells[j];
    ptrdiff_t distance = q - p;
    assert(distance == (ptrdiff_t)j - (ptrdiff_t)i);
    assert(p + distance == q);
    assert((p < q) == (i < j));
    assert((p == q) == (i == j));
    assert((char *)(p + 1) - (char *)p == sizeof(double));
    return 0;
}
