// rand need not be thread-safe: two threads that call it at the same time race.
//@ verdict: unsafe
//@ property: race
//@ output: which is not thread-safe
#include <pthread.h>
#include <stdlib.h>

static void *roll(void *unused) {
    (void)rand();  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    srand(7);
    pthread_create(&thread, 0, roll, 0);
    roll(0);
    pthread_join(thread, 0);
    return 0;
}
