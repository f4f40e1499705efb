// The access is checked against the wrong limit.
//@ verdict: unsafe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    unsigned at = __VERIFIER_nondet_uint();
    if (size == 0 || size > 6 || at > 4)
        return 0;
    char *block = malloc(size);
    block[at] = 1; //~ FINDING memory-out-of-bounds
    free(block);
    return 0;
}
