// The body of a function that is only `inline` is followed, so what is wrong in it is found.
//@ property: assert
//@ verdict: unsafe
#include <assert.h>

inline int twice(int x) {
    return x < 50 ? 2 * x : x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    assert(twice(x) == 2 * x);  //~ FINDING assertion
    return 0;
}
