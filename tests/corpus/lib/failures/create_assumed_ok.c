// Without the flag, that there are threads enough is an assumption where the program looks whether there are.
//@ verdict: safe
//@ assumption: A0109
//@ output: assuming the system refuses no call
#include <pthread.h>
#include <stdlib.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) != 0)
        exit(1);
    pthread_join(thread, NULL);
    return 0;
}
