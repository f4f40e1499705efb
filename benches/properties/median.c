// The middle one of three numbers, with an assertion at every place where it is decided; two of them are wrong.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int median(int x, int y, int z) {
    if (y < z) {
        if (x < y) {
            assert(x <= y && y <= z);
            return y;
        } else if (x < z) {
            assert(y <= x && x <= z);
            return x;
        }
    } else {
        if (x > y) {
            assert(z <= y && y < x && z != y); // wrong where y and z are equal
            return y;
        } else if (x > z) {
            assert(z <= x && x < y); // wrong where x and y are equal
            return x;
        }
    }
    assert((x <= z && z <= y) || (y <= z && z <= x));
    return z;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    return median(x, y, z) == x;
}
