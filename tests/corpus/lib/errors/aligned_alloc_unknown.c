// Versions of the C library differ in what they do with an alignment that is no power of two.
//@ verdict: unknown
//@ reason: U0301
#include <stdlib.h>

int main(void) {
    free(aligned_alloc(3, 9));
    return 0;
}
