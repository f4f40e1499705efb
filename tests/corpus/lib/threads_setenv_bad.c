// The environment is changed while another thread looks at it. What the change does is not modelled, but that it races is.
//@ verdict: unsafe
//@ property: race
//@ reason: U0301
#include <pthread.h>
#include <stdlib.h>

static void *look(void *unused) {
    getenv("HOME");  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    setenv("HOME", "/", 1);  //~ RELATED race
    pthread_join(thread, 0);
    return 0;
}
