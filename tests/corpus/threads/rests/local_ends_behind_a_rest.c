// The first thread rests where the branches on its inputs meet, and then returns: the end of its local variable is part of the step
// that began with the write. The second one may read the variable before that step, not at the rest.
//@ property: assert memory
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

int x;
_Atomic(int *) shared;

static void *first(void *unused)
{
    int local = 5, count = 0;
    atomic_store(&shared, &local);
    x = 1;
    if (__VERIFIER_nondet_int() > 0)
        count++;
    if (__VERIFIER_nondet_int() > 0)
        count++;
    return count > 2 ? 0 : unused;
}

static void *second(void *unused)
{
    int *found = atomic_load(&shared);
    if (found) {
        int value = *found;  //~ FINDING memory-stack-use-after-return
        assert(value != 5);  //~ FINDING assertion
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
