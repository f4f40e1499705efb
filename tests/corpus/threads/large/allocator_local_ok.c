// N + 1 threads allocate and release; what is asserted is that a block of the class for any size holds it together with its header.
// No order of the allocator's operations matters to that.
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
#include "allocator.h"

extern uint32_t __VERIFIER_nondet_uint(void);

static struct allocator allocator;

static void *work(void *unused)
{
    struct cache cache;
    cache_initialise(&cache);
    uint32_t bytes = __VERIFIER_nondet_uint() % 100;
    void *memory = allocate(&allocator, &cache, 8);
    uint32_t size_class = class_of(bytes);
    assert(size_class == CLASSES || block_bytes(size_class) >= bytes + sizeof(struct header));
    release(&allocator, &cache, memory);
    cache_flush(&allocator, &cache);
    return unused;
}

int main(void)
{
    pthread_t threads[N + 1];
    allocator_initialise(&allocator);
    for (int k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, work, 0);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    return 0;
}
