// An entry that is in the bucket already points to itself then.
//@ flags: --function insert --where "table && entry"
//@ verdict: unsafe
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
    assert(entry->next != entry); //~ FINDING assertion
}
