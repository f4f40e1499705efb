// The sieve agrees with trial division for every number, chosen symbolically.
//@ verdict: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define LIMIT 50

static unsigned char composite[LIMIT];

int main(void)
{
    for (int p = 2; p * p < LIMIT; p++)
        if (!composite[p])
            for (int multiple = p * p; multiple < LIMIT; multiple += p)
                composite[multiple] = 1;
    unsigned n = __VERIFIER_nondet_uint() % LIMIT;
    if (n < 2)
        return 0;
    if (!composite[n])
        for (unsigned d = 2; d < 8; d++)
            assert(n == d || n % d != 0);
    return 0;
}
