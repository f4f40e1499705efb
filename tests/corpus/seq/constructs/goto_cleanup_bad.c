// The clean-up labels are in the wrong order, so a failure of the second step frees what was never allocated.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *first, *second;
    first = malloc(2);
    if (__VERIFIER_nondet_int() == 1)
        goto out_second;
    second = malloc(2);
    if (__VERIFIER_nondet_int() == 2)
        goto out_first;
    first[0] = second[0] = 0;
out_second:
    free(second); //~ FINDING memory-uninitialised
out_first:
    free(first);
    return 0;
}
