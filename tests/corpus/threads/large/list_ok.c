// One thread removes a key while another inserts the next one behind it and, with N > 1, a third asks for what nobody touches:
// whatever the order, the list is sorted, complete, and as long as its counter says.
//@ property: assert memory
//@ verdict: safe
//@[N=1] vacuous: 31
//@ family: N=1..2
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include "list.h"

static struct list list;

static void *remove_ten(void *unused)
{
    assert(list_remove(&list, 10));
    return unused;
}

static void *insert_eleven(void *unused)
{
    assert(list_insert(&list, 11, 110));
    return unused;
}

static void *ask_for_twenty(void *unused)
{
    int value = 0;
    assert(list_contains(&list, 20, &value) && value == 200);
    return unused;
}

int main(void)
{
    static void *(*const bodies[])(void *) = {remove_ten, insert_eleven, ask_for_twenty};
    pthread_t threads[N + 1];
    list_initialise(&list);
    list_insert(&list, 20, 200);
    list_insert(&list, 10, 100);
    for (int k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, bodies[k], 0);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    assert(!list_contains(&list, 10, NULL));
    assert(list_contains(&list, 11, NULL));
    assert(list_count(&list) == 2 && list.length == 2);
    list_destroy(&list);
    return 0;
}
