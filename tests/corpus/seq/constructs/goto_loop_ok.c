// A loop and its exit made of goto only, backwards and forwards.
//@ verdict: safe
#include <assert.h>

int main(void)
{
    int n = 0, sum = 0;
again:
    if (n == 5)
        goto done;
    n++;
    sum += n;
    goto again;
done:
    assert(sum == 15);
    return 0;
}
