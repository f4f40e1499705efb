// An address from outside is freed only if it is that of the living object.
//@ property: memory
//@ verdict: safe
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    char *a = malloc(4), *b = malloc(8);
    free(a);
    char *p = (char *)__VERIFIER_nondet_ulong();
    if (p == NULL || p == b)
        free(p);
    return 0;
}
