// A length check by addition is fooled by wrap-around: no undefined behaviour, but a wrong answer.
//@ property: assert overflow
//@ verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define CAPACITY 64u

int main(void)
{
    unsigned offset = __VERIFIER_nondet_uint();
    unsigned length = __VERIFIER_nondet_uint();
    if (offset + length > CAPACITY)
        return 0;
    assert(offset <= CAPACITY); //~ FINDING assertion
    return 0;
}
