// A sign times a number is the number or its opposite, which is in range for all but the smallest one.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int size = __VERIFIER_nondet_int(), sign = __VERIFIER_nondet_int() < 0 ? -1 : 1;
    if (size == -2147483647 - 1)
        return 0;
    int number = sign * size;
    assert(number == size || number + size == 0);
    return 0;
}
