// A clock ticks for ever beside a writer and a reader, and the writer writes both variables at once. How often the clock has ticked is no part of a
// state, since nothing depends on it.
//@ verdict: safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
unsigned long ticks;

void *clock_thread(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        ticks++;
        pthread_mutex_unlock(&m);
    }
}

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

void *reader(void *unused) {
    pthread_mutex_lock(&m);
    assert(x == y);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, clock_thread, NULL);
    pthread_create(&t[1], NULL, writer, NULL);
    pthread_create(&t[2], NULL, reader, NULL);
    pthread_join(t[0], NULL);
    return 0;
}
