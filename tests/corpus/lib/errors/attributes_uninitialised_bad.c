// Attributes that nobody initialised.
//@ verdict: unsafe
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, &attributes);  //~ FINDING memory-uninitialised
    return 0;
}
