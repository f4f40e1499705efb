// GNU's statement expressions evaluate their arguments once.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>

#define LARGER(a, b)                                                                                                    \
    ({                                                                                                                  \
        __typeof__(a) left = (a);                                                                                       \
        __typeof__(b) right = (b);                                                                                      \
        left > right ? left : right;                                                                                    \
    })

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), calls = 0;
    int larger = LARGER((calls++, a), b);
    assert(larger >= a && larger >= b && (larger == a || larger == b));
    assert(calls == 1);
    return 0;
}
