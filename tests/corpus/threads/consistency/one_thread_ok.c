// One thread sees its own accesses in order.
//@ property: assert
//@ verdict: safe
//@ assumption: !A0201
#include <assert.h>

volatile int x;

int main(void)
{
    x = 1;
    assert(x == 1);
    return 0;
}
