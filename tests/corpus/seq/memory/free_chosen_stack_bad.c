// An input decides whether the buffer is a local one, and nobody remembers it when it is freed.
//@ property: memory
//@ verdict: unsafe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char small[16];
    unsigned size = __VERIFIER_nondet_uint() % 32;
    char *heap = malloc(32);
    char *buffers[] = {small, heap};
    char *buffer = buffers[size / 16];
    buffer[0] = 0;
    free(buffer);  //~ FINDING memory-invalid-free
    return 0;
}
