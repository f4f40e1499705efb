// The manual of pthread_timedjoin_np says that a wrong time is refused; glibc goes on waiting.
//@ verdict: unknown
//@ reason: U0301
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static void *nothing(void *unused) {
    return unused;
}

int main(void) {
    struct timespec many = {0, 1000000000};
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_timedjoin_np(thread, NULL, &many);
    return 0;
}
