// What is asserted is the business of one thread, but whether a destructor runs depends on what was set before. Threads get the key
// by value, so that no memory is shared.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_slice dpor_slice
//@[none] flags: --reduce=none --slice=off
//@[dpor] flags: --reduce=dpor --slice=off
//@[none_slice] flags: --reduce=none --slice=on
//@[dpor_slice] flags: --reduce=dpor --slice=on
#include <assert.h>
#include <pthread.h>

static void destroy(void *value)
{
    assert((long)value < 1); //~ FINDING assertion
}

static void *work(void *argument)
{
    long given = (long)argument;
    pthread_setspecific((pthread_key_t)(given / 2), (void *)(given % 2 + 1));
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_key_t key;
    pthread_key_create(&key, destroy);
    for (long k = 0; k < 2; k++)
        pthread_create(&threads[k], 0, work, (void *)(2 * (long)key + k));
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], 0);
    return 0;
}
