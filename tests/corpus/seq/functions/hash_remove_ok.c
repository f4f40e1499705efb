// An entry is taken out of its chain and freed.
//@ flags: --function drop
//@ verdict: safe
#include <raddle.h>
#include <stdlib.h>
#define BUCKETS 4

struct entry {
    unsigned key;
    struct entry *next;
};
struct table {
    struct entry *buckets[BUCKETS];
};

void drop(struct table *table, unsigned key)
{
    raddle_requires(table && acyclic(table->buckets[0], next) && acyclic(table->buckets[1], next));
    raddle_requires(acyclic(table->buckets[2], next) && acyclic(table->buckets[3], next));
    struct entry *first = table->buckets[key % BUCKETS];
    if (!first || first->key != key)
        return;
    table->buckets[key % BUCKETS] = first->next;
    free(first);
}
