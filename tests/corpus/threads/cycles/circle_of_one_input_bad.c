// What was explored for one side of a branch on an input does not stand for the other side, although the states look the same: the
// input lies in a cell that both sides hold.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=on
//@[dpor] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int input, ready, turn;

static void *run(void *unused)
{
    for (;;) {
        atomic_store(&turn, 1);
        atomic_store(&turn, 0);
        if (atomic_load(&ready))
            assert(atomic_load(&input) <= 100);  //~ FINDING assertion
    }
    return unused;
}

static void *other(void *unused)
{
    int value = __VERIFIER_nondet_int();
    atomic_store(&input, value);
    if (value <= 100)
        atomic_store(&turn, 0);
    else
        atomic_store(&turn, 0);
    atomic_store(&ready, 1);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, run, 0);
    pthread_create(&two, 0, other, 0);
    pthread_join(one, 0);
    return 0;
}
