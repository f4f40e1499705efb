// The same function under another name says that the condition has to hold.
//@ verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void require(int condition)
{
    if (!condition)
        abort(); //~ FINDING abort
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    require(x > 0);
    assert(x != 0);
    return 0;
}
