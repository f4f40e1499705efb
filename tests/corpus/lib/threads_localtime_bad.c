// localtime and gmtime return the same memory to all threads, so that calls race.
//@ verdict: unsafe
//@ property: race
#include <pthread.h>
#include <time.h>

static void *now(void *unused) {
    time_t then = 0;
    gmtime(&then);  //~ FINDING data-race
    return unused;
}

int main(void) {
    time_t then = 0;
    pthread_t thread;
    pthread_create(&thread, 0, now, 0);
    localtime(&then);  //~ RELATED race
    pthread_join(thread, 0);
    return 0;
}
