// One of the objects that an input chooses from was freed before.
//@ property: memory
//@ verdict: unsafe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *a = malloc(4), *b = malloc(8);
    char *all[] = {NULL, a, b};
    unsigned which = __VERIFIER_nondet_uint();
    char *chosen = all[which % 3];
    free(b);
    free(chosen);  //~ FINDING memory-double-free
    return 0;
}
