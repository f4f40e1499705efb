// A value stored under a key by one thread is looked for by another.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

static void *work(void *argument)
{
    pthread_setspecific(key, argument);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, work, (void *)1L);
    pthread_join(thread, 0);
    assert(pthread_getspecific(key) == (void *)1L); //~ FINDING assertion
    return 0;
}
