// N + 1 threads insert and remove keys of one list; what is asserted is how each makes its key of an input. No order of the
// list's operations matters to that.
//@ property: assert
//@ verdict: safe
//@ family: N=1
//@ revisions: dpor dpor_summaries slice
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[slice] flags: --reduce=dpor --summaries=on --slice=on
//@[slice] full_runs: 1
#include <assert.h>
#include <pthread.h>
#include "list.h"

#define KEYS 1000

extern int __VERIFIER_nondet_int(void);

static struct list list;

// The key for a name: remainders of negative numbers are negative.
static int key_of(int name)
{
    int key = name % KEYS;
    return key < 0 ? key + KEYS : key;
}

static void *work(void *argument)
{
    int own = (int)(long)argument;
    int name = __VERIFIER_nondet_int();
    list_insert(&list, own, name);
    int key = key_of(name);
    assert(key >= 0 && key < KEYS);
    list_remove(&list, own);
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    list_initialise(&list);
    for (long k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, work, (void *)k);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    list_destroy(&list);
    return 0;
}
