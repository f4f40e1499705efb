// With --unwind a loop of symbolic length is cut: "safe up to three rounds" is not "safe".
//@ flags: --unwind 3
//@ verdict: unknown
//@ reason: U0101
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned limit = __VERIFIER_nondet_uint();
    unsigned i = 0;
    while (i < limit)
        i++;
    assert(i == limit);
    return 0;
}
