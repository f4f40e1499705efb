// A bucket of a hash table is chosen by the key: pointers are read out of an array at an index that depends on inputs.
//@ flags: --function lookup --where "!null(table)"
//@ verdict: safe
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
    struct entry *entry = table->buckets[key % BUCKETS];
    for (int steps = 0; entry && steps < 2; steps++) {
        if (entry->key == key)
            return &entry->value;
        entry = entry->next;
    }
    return NULL;
}
