// The labels undo in the reverse order of what was done.
//@ property: assert memory memory:leak
//@ verdict: safe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *first, *second;
    first = malloc(2);
    if (__VERIFIER_nondet_int() == 1)
        goto out_first;
    second = malloc(2);
    if (__VERIFIER_nondet_int() == 2)
        goto out_second;
    first[0] = second[0] = 0;
out_second:
    free(second);
out_first:
    free(first);
    return 0;
}
