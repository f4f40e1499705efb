// Every order of N numbers is a path through a sort by insertion.
#include <assert.h>
#ifndef N
#define N 6
#endif

int __VERIFIER_nondet_int(void);

int main(void) {
    int sorted[N];
    for (int count = 0; count < N; count++) {
        int value = __VERIFIER_nondet_int(), at = count;
        for (; at > 0 && sorted[at - 1] > value; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = value;
    }
    for (int at = 1; at < N; at++)
        assert(sorted[at - 1] <= sorted[at]);
    return 0;
}
