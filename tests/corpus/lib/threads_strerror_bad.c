// strerror may use one buffer for all threads.
//@ verdict: unsafe
//@ property: race
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *explain(void *unused) {
    strerror(EINVAL);  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, explain, 0);
    explain(0);
    pthread_join(thread, 0);
    return 0;
}
