// A loop over many inputs in front of what matters: whether the second assertion fails is decided without going round it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef ROUNDS
#define ROUNDS 9
#endif

static int collect(int limit) {
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int value = __VERIFIER_nondet_int();
        if (value > limit)
            sum += 2;
        else if (value < -limit)
            sum += 1;
    }
    assert(sum <= 2 * ROUNDS);
    return sum;
}

int main(void) {
    int mode = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
    if (limit < 0 || limit > 100)
        return 0;
    if (mode == 0) {
        int sum = collect(limit);
        assert(sum >= 0);
        return sum;
    }
    if (mode == 7)
        assert(limit != 42); // wrong, and two branches away
    return 0;
}
