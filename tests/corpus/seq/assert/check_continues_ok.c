// The same checks on a balance that satisfies them.
//@ verdict: safe
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int balance = __VERIFIER_nondet_int();
    raddle_assume(balance > 10);
    raddle_check(balance >= 0);
    raddle_check(balance > 10);
    return 0;
}
