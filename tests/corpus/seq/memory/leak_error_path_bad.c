// The early return forgets one of the two blocks.
//@ property: memory:leak
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int work(void)
{
    char *input = malloc(4); //~ FINDING memory-leak
    char *output = malloc(4);
    if (__VERIFIER_nondet_int() == 7) {
        free(output);
        return -1;
    }
    free(input);
    free(output);
    return 0;
}

int main(void)
{
    return work();
}
