// Sieve of Eratosthenes: byte stores with a stride, one long-lived array.
#include <assert.h>
#include <string.h>

#ifndef LIMIT
#define LIMIT 2000000
#endif

static unsigned char composite[LIMIT];

int main(void) {
    int primes = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        primes++;
        for (long j = (long)i * i; j < LIMIT; j += i)
            composite[j] = 1;
    }
    assert(LIMIT != 2000000 || primes == 148933);
    return 0;
}
