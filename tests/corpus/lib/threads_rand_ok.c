// rand under a lock, and random, which is thread-safe, without.
//@ verdict: safe
//@ property: race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *roll(void *unused) {
    pthread_mutex_lock(&mutex);
    (void)rand();
    pthread_mutex_unlock(&mutex);
    (void)random();
    return unused;
}

int main(void) {
    pthread_t thread;
    srand(7);
    pthread_create(&thread, 0, roll, 0);
    roll(0);
    pthread_join(thread, 0);
    (void)rand();
    return 0;
}
