// A thread that wants more stack than there is cannot be made.
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    assert(pthread_attr_setstacksize(&attributes, (size_t)1 << 46) == 0);
    assert(pthread_create(&thread, &attributes, nothing, NULL) == EAGAIN);
    assert(pthread_create(&thread, NULL, nothing, NULL) == 0);
    assert(pthread_join(thread, NULL) == 0);
    return 0;
}
