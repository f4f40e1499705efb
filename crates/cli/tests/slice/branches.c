// Of two inputs and four branches, the assertion depends on one input and one branch. The branch on `x` that
// only sets `y` is outside although the assertion is about `x`.
#include <assert.h>

int __VERIFIER_nondet_int(void);
int y, z;

int main(void) {
    int x = __VERIFIER_nondet_int();
    int p = __VERIFIER_nondet_int();
    int q = __VERIFIER_nondet_int();
    if (p)
        y = 3;
    z = x * 5;
    if (q)
        x = z * 2;
    if (x > 5)
        y = 1;
    for (int i = 0; i < 10; i++)
        if (p > i)
            y += i;
    assert(x <= 5);
    return y;
}
