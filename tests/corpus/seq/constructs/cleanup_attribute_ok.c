// The manual release resets the variable.
//@ property: memory memory:leak
//@ verdict: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void release(char **block)
{
    free(*block);
}

int main(void)
{
    __attribute__((cleanup(release))) char *block = malloc(4);
    if (__VERIFIER_nondet_int() == 5) {
        free(block);
        block = 0;
    }
    return 0;
}
