// An input chooses what is freed last, but never the object that was freed before.
//@ property: memory
//@ verdict: safe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *a = malloc(4), *b = malloc(8);
    char *all[] = {NULL, a, b};
    unsigned which = __VERIFIER_nondet_uint();
    char *chosen = all[which % 3];
    if (chosen != b)
        free(b);
    free(chosen);
    return 0;
}
