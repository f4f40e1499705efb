// memcpy of symbolic content and of a symbolic small length copies exactly those bytes.
//@ verdict: safe
#include <assert.h>
#include <string.h>
#include <raddle.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char source[4], target[4] = {1, 2, 3, 4};
    raddle_make_symbolic(source, sizeof source, "source");
    unsigned length = __VERIFIER_nondet_uint() % 5;
    memcpy(target, source, length);
    for (unsigned i = 0; i < 4; i++)
        assert(target[i] == (i < length ? source[i] : (char)(i + 1)));
    return 0;
}
