// One more than there are buckets: the last is outside of the table.
//@ flags: --function get --where "table && table->buckets > 0 && table->buckets <= 8 && size(table->heads) == table->buckets * sizeof(struct entry *)" --where "all(i, table->buckets, !table->heads[i] || !table->heads[i]->next)"
//@ verdict: unsafe
#include <stddef.h>
struct entry { unsigned key; int value; struct entry *next; };
struct table { unsigned buckets; struct entry **heads; };
int get(struct table *table, unsigned key)
{
    struct entry *e = table->heads[key % (table->buckets + 1)]; //~ FINDING memory-out-of-bounds
    for (; e; e = e->next)
        if (e->key == key) return e->value;
    return 0;
}
