// An allocation of arbitrary size is explored up to a limit only, and the verdict says so.
//@ verdict: unknown
//@ reason: U0304
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    char *block = malloc(size);
    if (size > 0)
        block[size - 1] = 0;
    free(block);
    return 0;
}
