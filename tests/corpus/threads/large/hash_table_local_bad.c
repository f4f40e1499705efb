// The twin of hash_table_local_ok.c that takes the magnitude of a signed number for the index.
//@ property: assert
//@ verdict: unsafe
//@ family: N=1
//@ revisions: dpor dpor_summaries slice
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[slice] flags: --reduce=dpor --summaries=on --slice=on
#include <assert.h>
#define SIGNED_INDEX
#include "hash_table.h"

extern unsigned __VERIFIER_nondet_uint(void);

static struct table table;

static void *work(void *argument)
{
    int own = (int)(long)argument;
    unsigned hash = __VERIFIER_nondet_uint();
    table_put(&table, own, own);
    int place = index_of(hash, 6);
    assert(0 <= place && place < 6); //~ FINDING assertion
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
