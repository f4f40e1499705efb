// Only what came from malloc is given back.
//@ verdict: safe
//@ property: assert memory memory:leak
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
    if (work != small)
        free(work);
    return 0;
}
