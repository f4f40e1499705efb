// A path that comes to inline assembly with an effect is given up, located; the other path is checked.
//@ verdict: unknown
//@ reason: U0307
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        __asm__ volatile("incl %0" : "+r"(x));
    assert(x != 3);
    return 0;
}
