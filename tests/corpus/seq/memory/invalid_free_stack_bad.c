// A small request is served from a local buffer, and the clean-up frees it all the same.
//@ verdict: unsafe
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char small[16];
    unsigned size = __VERIFIER_nondet_uint() % 2 ? 8 : 32;
    char *work = size <= sizeof small ? small : malloc(size);
    if (!work)
        return 0;
    work[0] = 0;
    free(work); //~ FINDING memory-invalid-free
    return 0;
}
