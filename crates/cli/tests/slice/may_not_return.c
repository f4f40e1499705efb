// Whatever may not return stays, with what decides about it: the loop may be endless, `exit` ends the run, the
// pointer may be invalid, the assumption restricts what follows.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int unused, seen;
int *pointer;

static void count(int up_to) {
    int sum = 0;
    while (sum != up_to)
        sum += 3;
    unused = sum;
}

static void note(int value) {
    if (value > 10)
        unused = value;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a == 1)
        count(b);
    if (a == 2)
        note(b);
    if (a == 3)
        exit(1);
    if (a == 4)
        *pointer = b;
    __VERIFIER_assume(b > 7);
    if (a == 5)
        seen = 1;
    if (a == 6)
        unused = 1;
    assert(seen == 0);
    return 0;
}
