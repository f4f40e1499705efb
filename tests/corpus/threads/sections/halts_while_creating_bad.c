// Main fails inside of an atomic section in which it has created two threads. Nobody outside of the section has seen them, so what they would do, each in a
// section of its own, is no race.
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <raddle.h>

int x;

void *add(void *unused) {
    raddle_atomic_begin();
    x++;
    raddle_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t[3];
    raddle_atomic_begin();
    pthread_create(&t[0], NULL, add, NULL);
    pthread_create(&t[1], NULL, add, NULL);
    pthread_create(&t[2], NULL, add, NULL);
    assert(x == 3);  //~ FINDING assert
    raddle_atomic_end();
    pthread_exit(NULL);
}
