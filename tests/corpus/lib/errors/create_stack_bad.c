// Nobody looks whether there is stack enough, and a thread that was never made is joined.
//@ verdict: unsafe
#include <pthread.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)1 << 46);
    pthread_create(&thread, &attributes, nothing, NULL);
    pthread_join(thread, NULL);  //~ FINDING memory-uninitialised
    return 0;
}
