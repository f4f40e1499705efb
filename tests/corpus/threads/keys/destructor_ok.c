// The destructor frees what a thread stored, once, when the thread ends, before the join returns.
//@ property: assert memory race deadlock memory:leak
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int destroyed;

static void destroy(void *value)
{
    destroyed += *(int *)value;
    free(value);
}

static void *work(void *unused)
{
    int *value = malloc(sizeof *value);
    *value = 5;
    pthread_setspecific(key, value);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(destroyed == 5);
    return 0;
}
