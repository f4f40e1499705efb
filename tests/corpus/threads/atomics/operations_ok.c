// Every read-modify-write gives the old value and stores the new one.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int x = 12;
    assert(atomic_fetch_add(&x, 3) == 12 && x == 15);
    assert(atomic_fetch_sub(&x, 5) == 15 && x == 10);
    assert(atomic_fetch_or(&x, 5) == 10 && x == 15);
    assert(atomic_fetch_and(&x, 9) == 15 && x == 9);
    assert(atomic_fetch_xor(&x, 3) == 9 && x == 10);
    assert(atomic_exchange(&x, 7) == 10 && x == 7);
    int expected = 6;
    assert(!atomic_compare_exchange_strong(&x, &expected, 1) && expected == 7 && x == 7);
    assert(atomic_compare_exchange_strong(&x, &expected, 1) && expected == 7 && x == 1);
    return 0;
}
