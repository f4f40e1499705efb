// The copy made by strdup is never freed on the early return.
//@ property: memory:leak
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *name = strdup("temporary"); //~ FINDING memory-leak
    if (__VERIFIER_nondet_int() == 3)
        return 1;
    free(name);
    return 0;
}
