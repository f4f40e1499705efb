// One thread after the other may ask strerror.
//@ verdict: safe
//@ property: race
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *explain(void *unused) {
    strerror(EINVAL);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, explain, 0);
    pthread_join(thread, 0);
    explain(0);
    return 0;
}
