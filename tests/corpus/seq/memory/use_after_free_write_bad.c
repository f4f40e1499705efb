// One branch frees the buffer, and the code after the join still writes to it.
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *buffer = malloc(8);
    if (!buffer)
        return 0;
    if (__VERIFIER_nondet_int() == 42)
        free(buffer);
    buffer[3] = 'x'; //~ FINDING memory-use-after-free
    return 0;
}
