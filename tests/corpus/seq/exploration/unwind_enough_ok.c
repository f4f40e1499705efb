// A bound that no loop reaches cuts nothing, so the verdict stays safe.
//@ flags: --unwind 20
//@ verdict: safe
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    assert(sum == 45);
    return 0;
}
