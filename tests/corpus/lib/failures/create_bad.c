// There may be no more threads: what was never made is joined.
//@ flags: --calls-may-fail
//@ verdict: unsafe
#include <pthread.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);  //~ FINDING memory-uninitialised
    return 0;
}
