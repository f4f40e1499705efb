// Threads are created for ever. Two of them that look before either has written take the same turn: a probe with few threads comes there at once.
//@ verdict: unsafe
//@ flags: --first
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy;

void *client(void *unused) {
    pthread_mutex_lock(&m);
    int was_busy = busy;
    pthread_mutex_unlock(&m);
    if (!was_busy) {
        pthread_mutex_lock(&m);
        busy++;
        assert(busy == 1);  //~ FINDING assert
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        busy--;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, client, NULL);
        pthread_detach(t);
    }
}
