// The value is the same again, but something happened in between: compare-and-swap does not notice.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int head = 1, changes;

static void *replace(void *unused)
{
    int seen = head, before = changes;
    if (atomic_compare_exchange_strong(&head, &seen, 3))
        assert(changes == before); //~ FINDING assertion
    return unused;
}

static void *change_and_restore(void *unused)
{
    head = 2;
    changes++;
    head = 1;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, replace, 0);
    pthread_create(&second, 0, change_and_restore, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
