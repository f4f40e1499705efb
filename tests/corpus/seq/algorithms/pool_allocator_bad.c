// A pool whose free list is not cleared on a second release hands out one block twice.
//@ verdict: unsafe
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

#define BLOCKS 2

union block {
    union block *next_free;
    int payload;
};

static union block pool[BLOCKS], *free_list;

static union block *take(void)
{
    union block *b = free_list;
    if (b)
        free_list = b->next_free;
    return b;
}

static void give(union block *b)
{
    b->next_free = free_list;
    free_list = b;
}

int main(void)
{
    give(&pool[0]);
    give(&pool[1]);
    union block *first = take();
    give(first);
    if (__VERIFIER_nondet_bool())
        give(first);
    union block *second = take(), *third = take();
    assert(second != third); //~ FINDING assertion
    return 0;
}
