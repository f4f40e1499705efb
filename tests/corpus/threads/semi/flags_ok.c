// A flag that several threads set to the same value, and a counter whose old value nobody looks at: their order does not matter at all.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor_summaries pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@ family: N=2..3
#include "../litmus/litmus.h"

#include <stdatomic.h>

int committed;
atomic_int count;

static void *commit(void *unused)
{
    STEP(committed = 1);
    atomic_fetch_add(&count, 1);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, commit, 0);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    raddle_check(committed && count == N);
    return 0;
}
