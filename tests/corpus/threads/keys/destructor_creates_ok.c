// The destructor of a key creates a thread, which main joins.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
pthread_t born;
int created, value;

static void *late(void *unused)
{
    value = 1;
    return unused;
}

static void destroy(void *unused)
{
    (void)unused;
    created = 1;
    pthread_create(&born, 0, late, 0);
}

static void *work(void *unused)
{
    pthread_setspecific(key, &key);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(created);
    pthread_join(born, 0);
    assert(value == 1);
    return 0;
}
