// N + 1 threads put and remove keys; what is asserted is that the index for a hash of any input is in range. No order of the
// table's operations matters to that.
//@ property: assert
//@ verdict: safe
//@ family: N=1
//@ revisions: dpor dpor_summaries slice
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[slice] flags: --reduce=dpor --summaries=on --slice=on
//@[slice] full_runs: 1
#include <assert.h>
#include "hash_table.h"

extern unsigned __VERIFIER_nondet_uint(void);

static struct table table;

static void *work(void *argument)
{
    int own = (int)(long)argument;
    unsigned hash = __VERIFIER_nondet_uint();
    table_put(&table, own, own);
    int place = index_of(hash, 6);
    assert(0 <= place && place < 6);
    table_remove(&table, own);
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    table_initialise(&table, 2);
    for (long k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, work, (void *)k);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    table_destroy(&table);
    return 0;
}
