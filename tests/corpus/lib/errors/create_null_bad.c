// A new thread's handle has to go somewhere: glibc crashes without.
//@ verdict: unsafe
#include <pthread.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    return pthread_create(NULL, NULL, nothing, NULL);  //~ FINDING memory-null-dereference
}
