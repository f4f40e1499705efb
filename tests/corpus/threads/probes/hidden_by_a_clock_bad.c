// A clock ticks for ever beside a writer and a reader. Depth first, the clock's run has no end, and the reader is never tried between the two writes; a probe
// with one preemption comes there at once. Nothing depends on how often the clock has ticked, so the circle closes, and everything is explored.
//@ verdict: unsafe
//@ revisions: default first assertions
//@[first] flags: --first
//@[assertions] property: assert
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
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    y = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

void *reader(void *unused) {
    pthread_mutex_lock(&m);
    assert(x == y);  //~ FINDING assert
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
