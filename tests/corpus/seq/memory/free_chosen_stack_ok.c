// An input decides whether the buffer is a local one, which is not freed then.
//@ property: memory
//@ verdict: safe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char small[16];
    unsigned size = __VERIFIER_nondet_uint() % 32;
    char *heap = malloc(32);
    char *buffers[] = {small, heap};
    char *buffer = buffers[size / 16];
    buffer[0] = 0;
    if (buffer != small)
        free(buffer);
    return 0;
}
