// A mutex that nobody initialised is misused, whether memory is checked or not.
//@ verdict: unsafe
//@ property: deadlock
#include <assert.h>
#include <pthread.h>
int main(void) {
    pthread_mutex_t mutex;
    pthread_mutex_lock(&mutex);  //~ FINDING uninitialised-sync
    assert(1);
    pthread_mutex_unlock(&mutex);
    return 0;
}
