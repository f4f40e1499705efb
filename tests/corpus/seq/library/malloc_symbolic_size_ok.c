// A block of symbolic, bounded size is accessed below that size only.
//@ verdict: safe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    unsigned at = __VERIFIER_nondet_uint();
    if (size == 0 || size > 6 || at >= size)
        return 0;
    char *block = malloc(size);
    block[at] = 1;
    block[size - 1] = 2;
    free(block);
    return 0;
}
