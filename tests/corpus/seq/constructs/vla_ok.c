// A variable-length array of symbolic, small length.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
    int squares[n];
    for (unsigned i = 0; i < n; i++)
        squares[i] = (int)(i * i);
    assert(squares[n - 1] == (int)((n - 1) * (n - 1)));
    assert(sizeof squares == n * sizeof(int));
    return 0;
}
