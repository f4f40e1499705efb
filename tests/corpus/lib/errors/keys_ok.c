// Keys that were not made, or are no more, are refused.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_key_t key;
    int number = 1;
    assert(pthread_key_delete(5) == EINVAL);
    assert(pthread_setspecific(5, &number) == EINVAL);
    assert(pthread_setspecific(5000, &number) == EINVAL);
    assert(pthread_getspecific(5) == NULL);
    assert(pthread_key_create(&key, NULL) == 0);
    assert(pthread_setspecific(key, &number) == 0);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_delete(key) == EINVAL);
    assert(pthread_setspecific(key, &number) == EINVAL);
    return 0;
}
