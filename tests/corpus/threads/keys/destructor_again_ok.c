// A destructor that sets its value again is called again, but not for ever.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_key_t key;
int calls;

static void destroy(void *value)
{
    calls++;
    pthread_setspecific(key, value);
}

static void *work(void *unused)
{
    pthread_setspecific(key, &calls);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(calls >= 1 && calls <= 4);
    return 0;
}
