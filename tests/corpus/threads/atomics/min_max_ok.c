// Fetch-min and fetch-max, signed and unsigned.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>

int main(void)
{
    int x = 4;
    unsigned u = 4;
    assert(__atomic_fetch_min(&x, -2, __ATOMIC_SEQ_CST) == 4 && x == -2);
    assert(__atomic_fetch_max(&x, 3, __ATOMIC_SEQ_CST) == -2 && x == 3);
    assert(__atomic_fetch_max(&u, -1, __ATOMIC_SEQ_CST) == 4 && u == 0xffffffffu);
    assert(__atomic_fetch_min(&u, 9, __ATOMIC_SEQ_CST) == 0xffffffffu && u == 9);
    return 0;
}
