// N + 1 threads put two keys each into a table of two buckets, which grows meanwhile; in the end all keys are where they belong.
//@ property: assert memory
//@ verdict: safe
//@ family: N=1
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include "hash_table.h"

static struct table table;

static void *put_two(void *argument)
{
    int first = 2 * (int)(long)argument;
    assert(table_put(&table, first, 10 * first));
    assert(table_put(&table, first + 1, 10 * first));
    return NULL;
}

int main(void)
{
    pthread_t threads[N + 1];
    table_initialise(&table, 2);
    for (long k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, put_two, (void *)k);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    for (int key = 0; key < 2 * (N + 1); key++) {
        int value = -1;
        assert(table_get(&table, key, &value));
        assert(value == 10 * (key - key % 2));
    }
    assert(table_count(&table) == 2 * (N + 1));
    assert(table_remove(&table, 0) && !table_get(&table, 0, NULL));
    table_destroy(&table);
    return 0;
}
