// Each thread reads back the value it stored under a key, and null before that.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

static void *work(void *argument)
{
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, argument);
    assert(pthread_getspecific(key) == argument);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    assert(pthread_key_create(&key, 0) == 0);
    pthread_create(&first, 0, work, (void *)1L);
    pthread_create(&second, 0, work, (void *)2L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(pthread_getspecific(key) == 0);
    pthread_key_delete(key);
    return 0;
}
