// One thread removes a key while another inserts the next one and, with N > 1, a third removes a key further on: whatever the
// order, every level is sorted and complete.
//@ property: assert memory
//@ verdict: safe
//@[N=1] vacuous: 29
//@ family: N=1..2
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include "skip_list.h"

static struct skip_list list;

static void *remove_ten(void *unused)
{
    assert(skip_list_remove(&list, 10));
    return unused;
}

static void *insert_eleven(void *unused)
{
    assert(skip_list_insert(&list, 11, 1));
    return unused;
}

static void *remove_twenty(void *unused)
{
    assert(skip_list_remove(&list, 20));
    return unused;
}

int main(void)
{
    static void *(*const bodies[])(void *) = {remove_ten, insert_eleven, remove_twenty};
    pthread_t threads[N + 1];
    skip_list_initialise(&list);
    skip_list_insert(&list, 20, 1);
    skip_list_insert(&list, 10, 2);
    for (int k = 0; k <= N; k++)
        pthread_create(&threads[k], 0, bodies[k], 0);
    for (int k = 0; k <= N; k++)
        pthread_join(threads[k], 0);
    assert(!skip_list_contains(&list, 10));
    assert(skip_list_contains(&list, 11));
    assert(skip_list_count(&list) == 3 - N && list.length == 3 - N);
    skip_list_destroy(&list);
    return 0;
}
