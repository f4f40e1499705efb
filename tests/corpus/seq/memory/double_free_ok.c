// The error path resets the pointer, and free(NULL) does nothing.
//@ verdict: safe
//@ property: assert memory memory:leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int status = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    if (status < 0) {
        free(buffer);
        buffer = 0;
    }
    free(buffer);
    return 0;
}
