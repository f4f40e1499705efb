// The twin of allocator_ok.c whose stacks carry no changing number: the first thread may find the same block on top again and
// take the one below it as the new top, which the second thread has by then.
//@ property: assert memory
//@ verdict: unsafe
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#define NO_CHANGING_NUMBER
#include "allocator.h"

static struct allocator allocator;

static void *take_two(void *unused)
{
    struct cache cache;
    cache_initialise(&cache);
    atomic_int *first = allocate(&allocator, &cache, sizeof *first);
    atomic_int *second = allocate(&allocator, &cache, sizeof *second);
    *first = 1;
    *second = 1;
    assert(first != second && *first == 1);
    return unused;
}

static void *take_two_keep_one(void *unused)
{
    struct cache cache;
    cache_initialise(&cache);
    atomic_int *first = allocate(&allocator, &cache, sizeof *first);
    atomic_int *second = allocate(&allocator, &cache, sizeof *second);
    *second = 2;
    release(&allocator, &cache, first);
    cache_flush(&allocator, &cache);
    assert(*second == 2); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t one, two;
    struct cache cache;
    allocator_initialise(&allocator);
    cache_initialise(&cache);
    void *first = allocate(&allocator, &cache, 8), *second = allocate(&allocator, &cache, 8);
    release(&allocator, &cache, first);
    release(&allocator, &cache, second);
    cache_flush(&allocator, &cache);
    assert(free_count(&allocator, 0) == 2);
    pthread_create(&one, 0, take_two, 0);
    pthread_create(&two, 0, take_two_keep_one, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
