// N + 1 threads insert keys with heights they have rolled; what is asserted is that the heights, whatever the seed, are
// in range. No order of the list's operations matters to that.
//@ property: assert
//@ verdict: safe
//@ family: N=1
//@ revisions: dpor dpor_summaries slice
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[slice] flags: --reduce=dpor --summaries=on --slice=on
//@[slice] full_runs: 1
#include <assert.h>
#include "skip_list.h"

extern unsigned __VERIFIER_nondet_uint(void);

static struct skip_list list;

static void *work(void *argument)
{
    int own = 1 + (int)(long)argument;
    struct dice dice = {__VERIFIER_nondet_uint()};
    skip_list_insert(&list, own, 1 + own % LEVELS);
    int levels = dice_levels(&dice);
    assert(1 <= levels && levels <= LEVELS);
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    skip_list_initialise(&list);
    for (long k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, work, (void *)k);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    skip_list_destroy(&list);
    return 0;
}
