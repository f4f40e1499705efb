// There may be no more mutexes: what was not initialised must not be used.
//@ flags: --calls-may-fail
//@ verdict: unsafe
#include <pthread.h>

int main(void) {
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);  //~ FINDING uninitialised-sync
    pthread_mutex_unlock(&mutex);
    pthread_mutex_destroy(&mutex);
    return 0;
}
