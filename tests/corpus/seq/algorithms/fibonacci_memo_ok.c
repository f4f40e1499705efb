// Fibonacci numbers with a table of known results agree with the plain loop.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned known[10];

static unsigned fibonacci(unsigned n)
{
    if (n < 2)
        return n;
    if (!known[n])
        known[n] = fibonacci(n - 1) + fibonacci(n - 2);
    return known[n];
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 10, a = 0, b = 1;
    for (unsigned i = 0; i < n; i++) {
        unsigned sum = a + b;
        a = b;
        b = sum;
    }
    assert(fibonacci(n) == a);
    return 0;
}
