// A mutex that nobody initialised is not in an arbitrary state but unusable; without the property deadlock that is no finding.
//@ verdict: unknown
//@ property: assert
//@ reason: U0306
#include <assert.h>
#include <pthread.h>
int main(void) {
    pthread_mutex_t mutex;
    pthread_mutex_lock(&mutex);
    assert(1);
    pthread_mutex_unlock(&mutex);
    return 0;
}
