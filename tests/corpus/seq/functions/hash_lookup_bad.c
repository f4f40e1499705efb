// The number of buckets is no bucket.
//@ flags: --function lookup --where "!null(table)"
//@ verdict: unsafe
#include <stddef.h>

#define BUCKETS 4
struct entry {
    unsigned key;
    int value;
    struct entry *next;
};
struct table {
    unsigned count;
    struct entry *buckets[BUCKETS];
};

int *lookup(struct table *table, unsigned key)
{
    struct entry *entry = table->buckets[key % (BUCKETS + 1)]; //~ FINDING memory-out-of-bounds
    for (int steps = 0; entry && steps < 2; steps++) {
        if (entry->key == key)
            return &entry->value;
        entry = entry->next;
    }
    return NULL;
}
