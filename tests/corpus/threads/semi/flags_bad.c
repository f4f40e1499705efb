// The same, with a counter that is wrong in every order.
//@ property: assert
//@ verdict: unsafe
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
    atomic_fetch_add(&count, 2);
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int k = 0; k < N; k++)
        pthread_create(&threads[k], 0, commit, 0);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    raddle_check(committed && count == N); //~ FINDING check
    return 0;
}
