// No operation can leave its range, so nothing is assumed of what would happen if one did.
//@ verdict: safe
//@ property: assert overflow
//@ revisions: unchecked checked
//@[unchecked] property: assert
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_char();
    if (x > 100 || x < -100)
        return 0;
    int sum = 3 * x + c * c - (x << 2);
    assert(sum < 100000);
    return 0;
}
