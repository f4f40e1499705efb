// Conditional expressions select values and lvalues' addresses; only the chosen operand is evaluated.
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 2, touched = 0;
    int x = __VERIFIER_nondet_int();
    int *chosen = x > 0 ? &a : &b;
    *chosen = 10;
    assert(x > 0 ? a == 10 && b == 2 : a == 1 && b == 10);
    int y = x > 5 ? x : (touched++, 5);
    assert(y >= 5);
    assert(touched == (x <= 5));
    int z = x ?: 9;
    assert(z != 0);
    return 0;
}
