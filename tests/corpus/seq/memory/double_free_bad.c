// The error path frees the buffer and then falls through to the common clean-up.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int status = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    if (status < 0)
        free(buffer);
    free(buffer); //~ FINDING memory-double-free
    return 0;
}
