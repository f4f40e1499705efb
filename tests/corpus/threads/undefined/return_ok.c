// Thread functions that return nothing: what they return is never looked at, so nothing is assumed.
//@ verdict: safe
//@ property: assert
#include <assert.h>
#include <pthread.h>
int counter;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *count(void *unused) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
}
int main(void) {
    pthread_t one, two;
    void *result;
    pthread_create(&one, 0, count, 0);
    pthread_create(&two, 0, count, 0);
    pthread_join(one, &result);
    pthread_join(two, &result);
    assert(counter == 2);
    return 0;
}
