// What is asserted is the business of one thread, but whether a destructor runs depends on what was set before.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

static void destroy(void *value)
{
    assert((long)value < 2); //~ FINDING assertion
}

static void *work(void *argument)
{
    pthread_setspecific(key, argument);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_key_create(&key, destroy);
    for (long k = 0; k < 2; k++)
        pthread_create(&threads[k], 0, work, (void *)(k + 1));
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], 0);
    return 0;
}
