// The argument of isalpha has to be a character or EOF.
//@ verdict: unsafe
#include <ctype.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    return (isalpha)(c) != 0;  //~ FINDING memory-library-misuse
}
