// A clean-up function attached to a variable runs on every way out of its block, also after a manual release.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void release(char **block)
{
    free(*block); //~ FINDING memory-double-free
}

int main(void)
{
    __attribute__((cleanup(release))) char *block = malloc(4);
    if (__VERIFIER_nondet_int() == 5)
        free(block);
    return 0;
}
