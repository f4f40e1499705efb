// The buffer is one byte too short for the longest number.
//@ verdict: unsafe
#include <stdio.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    char text[4];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= -999 && n <= 999);
    sprintf(text, "%d", n);  //~ FINDING memory-out-of-bounds
    return 0;
}
