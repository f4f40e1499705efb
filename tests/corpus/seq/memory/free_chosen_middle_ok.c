// The freed pointer went through its object, and back to its start.
//@ property: memory
//@ verdict: safe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *a = malloc(1000);
    unsigned i = __VERIFIER_nondet_uint() % 1000;
    char *p = a + i;
    *p = 1;
    if (p == a)
        free(p);
    else
        free(a);
    return 0;
}
