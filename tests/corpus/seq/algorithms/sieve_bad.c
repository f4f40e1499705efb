// The sieve marks multiples up to and including the limit, which is one past its table.
//@ verdict: unsafe
#include <assert.h>

#define LIMIT 50

static unsigned char composite[LIMIT];

int main(void)
{
    for (int p = 2; p * p <= LIMIT; p++)
        if (!composite[p])
            for (int multiple = p * p; multiple <= LIMIT; multiple += p)
                composite[multiple] = 1; //~ FINDING memory-out-of-bounds
    return 0;
}
