// What is freed depends on inputs: NULL, or one of two objects, which the other branch leaves alone.
//@ property: memory memory:leak
//@ verdict: safe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *a = malloc(4), *b = malloc(8);
    char *all[] = {NULL, a, b};
    unsigned which = __VERIFIER_nondet_uint();
    char *chosen = all[which % 3];
    free(chosen);
    if (chosen != a)
        free(a);
    if (chosen != b)
        free(b);
    return 0;
}
