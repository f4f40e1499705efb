// No destructor runs for a null value, nor for a thread that ends without one.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

static void destroy(void *value)
{
    (void)value;
    destroyed++;
}

static void *work(void *unused)
{
    pthread_setspecific(key, &key);
    pthread_setspecific(key, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(destroyed == 0);
    return 0;
}
