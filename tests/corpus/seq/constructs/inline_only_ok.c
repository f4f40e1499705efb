// A function that is only `inline` is no definition in C99, but there is no other one: its body is what is called.
//@ property: assert memory overflow
//@ verdict: safe
#include <assert.h>

int calls;

inline int twice(int x) {
    calls++;
    return 2 * x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    int (*through)(int) = twice;
    assert(twice(x) + through(x) == 4 * x);
    assert(calls == 2);
    return 0;
}
