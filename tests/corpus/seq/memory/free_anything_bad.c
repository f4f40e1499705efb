// Any address may be freed: NULL, the living object, the one that was freed, and everything else are one case each, not 2^64.
//@ property: memory
//@ verdict: unsafe
//@ states: <= 8
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    char *a = malloc(4), *b = malloc(8);
    free(a);
    free((char *)__VERIFIER_nondet_ulong());  //~ FINDING memory-double-free //~ FINDING memory-invalid-free
    (void)b;
    return 0;
}
