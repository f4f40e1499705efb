// The twin of list_local_ok.c that forgets negative names: their keys are negative too.
//@ property: assert
//@ verdict: unsafe
//@ family: N=1
//@ revisions: dpor dpor_summaries slice
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[slice] flags: --reduce=dpor --summaries=on --slice=on
#include <assert.h>
#include <pthread.h>
#include "list.h"

#define KEYS 1000

extern int __VERIFIER_nondet_int(void);

static struct list list;

// The key for a name.
static int key_of(int name)
{
    return name % KEYS;
}

static void *work(void *argument)
{
    int own = (int)(long)argument;
    int name = __VERIFIER_nondet_int();
    list_insert(&list, own, name);
    int key = key_of(name);
    assert(key >= 0 && key < KEYS); //~ FINDING assertion
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
