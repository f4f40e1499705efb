// The empty set is treated apart.
//@ property: assert overflow
//@ verdict: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int value = __VERIFIER_nondet_int();
        if (value > 0 && value < 100) {
            sum += value;
            count++;
        }
    }
    if (count == 0)
        return 0;
    assert(sum / count > 0);
    return 0;
}
