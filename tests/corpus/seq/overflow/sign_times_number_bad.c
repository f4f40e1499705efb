// The opposite of the smallest number is out of range.
//@ property: assert overflow
//@ verdict: unsafe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int size = __VERIFIER_nondet_int(), sign = __VERIFIER_nondet_int() < 0 ? -1 : 1;
    if (size == -2147483647)
        return 0;
    int number = sign * size;  //~ FINDING overflow
    assert(number == size || number + size == 0);
    return 0;
}
