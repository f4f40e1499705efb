// Two blocks are free. One thread takes two and keeps them, another takes two, gives the first back and works on with the second;
// nobody has a block that somebody else writes to.
//@ property: assert memory
//@ verdict: safe
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
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
    assert(*second == 2);
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
