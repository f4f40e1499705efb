// Every path frees both blocks.
//@ property: memory:leak
//@ verdict: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int work(void)
{
    int status = 0;
    char *input = malloc(4);
    char *output = malloc(4);
    if (__VERIFIER_nondet_int() == 7)
        status = -1;
    free(input);
    free(output);
    return status;
}

int main(void)
{
    return work();
}
