// The __atomic and __sync builtins.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>

int main(void)
{
    int x = 4, expected = 5, out;
    assert(__atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST) == 4);
    assert(__atomic_add_fetch(&x, 2, __ATOMIC_SEQ_CST) == 8);
    assert(__atomic_fetch_nand(&x, 12, __ATOMIC_SEQ_CST) == 8 && x == ~8);
    __atomic_store_n(&x, 3, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 3);
    __atomic_load(&x, &out, __ATOMIC_SEQ_CST);
    assert(out == 3);
    assert(__atomic_exchange_n(&x, 5, __ATOMIC_SEQ_CST) == 3);
    assert(__atomic_compare_exchange_n(&x, &expected, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(__sync_fetch_and_add(&x, 1) == 6);
    assert(__sync_sub_and_fetch(&x, 2) == 5);
    assert(__sync_bool_compare_and_swap(&x, 5, 9) && x == 9);
    assert(__sync_val_compare_and_swap(&x, 8, 1) == 9 && x == 9);
    assert(__sync_lock_test_and_set(&x, 1) == 9 && x == 1);
    __sync_lock_release(&x);
    assert(x == 0);
    __sync_synchronize();
    return 0;
}
