// A plain mutex does not know its owner: unlocking it twice is undefined, not refused.
//@ verdict: unsafe
#include <pthread.h>

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return pthread_mutex_unlock(&mutex);  //~ FINDING unlock-not-owner
}
