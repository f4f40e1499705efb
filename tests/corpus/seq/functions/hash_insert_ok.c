// An entry that is put into a table is the first of its bucket, and others stay where they are.
//@ flags: --function insert --where "table && entry"
//@ verdict: safe
#include <assert.h>
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

void insert(struct table *table, struct entry *entry)
{
    struct entry **bucket = &table->buckets[entry->key % BUCKETS];
    entry->next = *bucket;
    *bucket = entry;
    table->count++;
    assert(table->buckets[entry->key % BUCKETS] == entry);
}
