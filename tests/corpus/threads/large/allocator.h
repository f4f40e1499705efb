// An allocator for several threads. Sizes are rounded up to classes. Each thread has a small cache per class; behind the
// caches there is one stack of free blocks per class without a lock, and behind these an arena from which blocks are cut. The
// top of a stack carries a number that changes with every operation: the same block may be on top again although the stack is another.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRANULE 16u         // size of the smallest class; each class has blocks of twice the size
#define CLASSES 3
#ifndef ARENA_GRANULES
#define ARENA_GRANULES 32u
#endif
#ifndef CACHED
#define CACHED 2            // blocks a thread keeps per class
#endif
#define NO_BLOCK 0u

// In front of what the caller gets.
struct header {
    uint32_t size_class;
    uint32_t next;          // the block below it in a stack: granule + 1, or NO_BLOCK
};

struct cache {
    uint32_t blocks[CLASSES][CACHED];
    int count[CLASSES];
};

struct allocator {
    _Alignas(16) unsigned char arena[ARENA_GRANULES * GRANULE];
    atomic_uint used;                        // granules cut from the arena
    _Atomic uint64_t free_blocks[CLASSES];   // block on top, and the changing number above it
};

static uint32_t block_bytes(uint32_t size_class)
{
    return GRANULE << size_class;
}

// The smallest class whose blocks hold so many bytes and a header; CLASSES if there is none.
static uint32_t class_of(uint32_t bytes)
{
    uint32_t size_class = 0;
#ifdef FORGETS_HEADER
    while (size_class < CLASSES && block_bytes(size_class) < bytes)
#else
    while (size_class < CLASSES && block_bytes(size_class) < bytes + sizeof(struct header))
#endif
        size_class++;
    return size_class;
}

static struct header *header_of(struct allocator *allocator, uint32_t block)
{
    return (struct header *)&allocator->arena[(block - 1) * GRANULE];
}

static uint64_t top_make(uint32_t block, uint64_t previous)
{
#ifdef NO_CHANGING_NUMBER
    (void)previous;
    return block;
#else
    return ((previous >> 32) + 1) << 32 | block;
#endif
}

static void allocator_initialise(struct allocator *allocator)
{
    atomic_init(&allocator->used, 0);
    for (int k = 0; k < CLASSES; k++)
        atomic_init(&allocator->free_blocks[k], 0);
}

static void cache_initialise(struct cache *cache)
{
    for (int k = 0; k < CLASSES; k++)
        cache->count[k] = 0;
}

static void stack_push(struct allocator *allocator, uint32_t size_class, uint32_t block)
{
    _Atomic uint64_t *stack = &allocator->free_blocks[size_class];
    struct header *header = header_of(allocator, block);
    uint64_t top = atomic_load(stack);
    do
        __atomic_store_n(&header->next, (uint32_t)top, __ATOMIC_SEQ_CST);
    while (!atomic_compare_exchange_strong(stack, &top, top_make(block, top)));
}

static uint32_t stack_pop(struct allocator *allocator, uint32_t size_class)
{
    _Atomic uint64_t *stack = &allocator->free_blocks[size_class];
    uint64_t top = atomic_load(stack);
    while ((uint32_t)top != NO_BLOCK) {
        struct header *header = header_of(allocator, (uint32_t)top);
        uint32_t next = __atomic_load_n(&header->next, __ATOMIC_SEQ_CST);
        if (atomic_compare_exchange_strong(stack, &top, top_make(next, top)))
            return (uint32_t)top;
    }
    return NO_BLOCK;
}

// A block nobody has had yet.
static uint32_t arena_cut(struct allocator *allocator, uint32_t size_class)
{
    unsigned granules = 1u << size_class;
    unsigned start = atomic_load(&allocator->used);
    do {
        if (start + granules > ARENA_GRANULES)
            return NO_BLOCK;
    } while (!atomic_compare_exchange_strong(&allocator->used, &start, start + granules));
    header_of(allocator, start + 1)->size_class = size_class;
    return start + 1;
}

// NULL when nothing is left for such a size.
static void *allocate(struct allocator *allocator, struct cache *cache, uint32_t bytes)
{
    uint32_t size_class = class_of(bytes);
    if (size_class == CLASSES)
        return NULL;
    uint32_t block;
    if (cache->count[size_class] > 0)
        block = cache->blocks[size_class][--cache->count[size_class]];
    else
        block = stack_pop(allocator, size_class);
    if (block == NO_BLOCK)
        block = arena_cut(allocator, size_class);
    return block == NO_BLOCK ? NULL : header_of(allocator, block) + 1;
}

static void release(struct allocator *allocator, struct cache *cache, void *memory)
{
    if (memory == NULL)
        return;
    struct header *header = (struct header *)memory - 1;
    uint32_t block = (uint32_t)((unsigned char *)header - allocator->arena) / GRANULE + 1;
    uint32_t size_class = header->size_class;
    if (cache->count[size_class] < CACHED)
        cache->blocks[size_class][cache->count[size_class]++] = block;
    else
        stack_push(allocator, size_class, block);
}

// Hands what a thread has kept to everybody, at its end for instance.
static void cache_flush(struct allocator *allocator, struct cache *cache)
{
    for (uint32_t size_class = 0; size_class < CLASSES; size_class++)
        while (cache->count[size_class] > 0)
            stack_push(allocator, size_class, cache->blocks[size_class][--cache->count[size_class]]);
}

// How many free blocks a stack holds, or -1 if it does not end. Nobody may use the allocator meanwhile.
static int free_count(struct allocator *allocator, uint32_t size_class)
{
    uint32_t block = (uint32_t)atomic_load(&allocator->free_blocks[size_class]);
    for (int count = 0; count <= (int)ARENA_GRANULES; count++) {
        if (block == NO_BLOCK)
            return count;
        block = header_of(allocator, block)->next;
    }
    return -1;
}
