// How far into its object the freed pointer points depends on an input.
//@ property: memory
//@ verdict: unsafe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *a = malloc(1000);
    unsigned i = __VERIFIER_nondet_uint() % 1000;
    free(a + i);  //~ FINDING memory-invalid-free
    return 0;
}
