// abs of the smallest integer overflows.
//@ property: overflow
//@ verdict: unsafe
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int slot = abs(__VERIFIER_nondet_int()) % 8; //~ FINDING overflow
    return slot;
}
