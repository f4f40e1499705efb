// What threads do when they end counts too: both threads may still run a destructor when main has nothing left.
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
int destroyed;

static void destroy(void *value) {
    (void)value;
    destroyed++;
    assert(destroyed < 2); //~ FINDING assertion
}

static void *work(void *argument) {
    pthread_setspecific(key, &key);
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_key_create(&key, destroy);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
