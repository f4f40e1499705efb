// Threads as library calls, with the argument passed through an integer.
#include <stdint.h>
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
static pthread_mutex_t mutex = { { 0 } };
static int shared;
static void *work(void *argument) { pthread_mutex_lock(&mutex); shared += (int)(intptr_t)argument; pthread_mutex_unlock(&mutex); return argument; }
int main(void) {
    pthread_t t[2]; void *result = 0;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], &result);
    return shared + (int)(intptr_t)result;
}
