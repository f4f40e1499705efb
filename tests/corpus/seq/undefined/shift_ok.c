// Amounts of shifts modulo the width of the operand, known and unknown ones.
//@ verdict: safe
//@ property: assert
//@ assumption: A0111
//@ output: shifts by too many bits are taken modulo the width
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(1u << n == 1u << (n & 31));
    assert(1ul << n == 1ul << (n & 63));
    assert(-8 >> n == -8 >> (n & 31));
    unsigned known = 33;
    assert(1u << known == 2);
    return 0;
}
