// A seed that is set while another thread asks for a number.
//@ verdict: unsafe
//@ property: race
#include <pthread.h>
#include <stdlib.h>

static void *roll(void *unused) {
    (void)lrand48();  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, roll, 0);
    srand48(7);  //~ RELATED race
    pthread_join(thread, 0);
    return 0;
}
