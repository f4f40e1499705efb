// Copying nothing is fine, whatever the length comes from.
//@ verdict: safe
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char target[2] = "x", source[2] = "y";
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 1)
        return 0;
    memcpy(target, source, length);
    assert(target[0] == (length ? 'y' : 'x'));
    return 0;
}
