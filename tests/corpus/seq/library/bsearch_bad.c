// The result of bsearch is used without a test.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

int main(void)
{
    static const int primes[5] = {2, 3, 5, 7, 11};
    int wanted = __VERIFIER_nondet_int();
    const int *found = bsearch(&wanted, primes, 5, sizeof *primes, compare);
    return *found; //~ FINDING memory-null-dereference
}
