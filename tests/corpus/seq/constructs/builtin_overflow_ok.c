// The overflow builtins report exactly when the true result does not fit.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum, difference, product;
    long exact = (long)a + b;
    if (__builtin_add_overflow(a, b, &sum))
        assert(exact > INT_MAX || exact < INT_MIN);
    else
        assert(sum == exact);
    if (!__builtin_sub_overflow(a, b, &difference))
        assert(difference == (long)a - b);
    assert(__builtin_mul_overflow(65536, 32768, &product));
    assert(!__builtin_mul_overflow(46340, 46340, &product) && product == 2147395600);
    return 0;
}
