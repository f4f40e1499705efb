// Absolute values without forks.
//@ property: assert overflow
//@ verdict: safe
//@ runs: 1
#include <stdlib.h>
#include <raddle.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    raddle_assume(n > -1000);
    raddle_check((abs(n) >= 0) & (labs(n) == llabs(n)));
    return 0;
}
