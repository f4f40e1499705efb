// strtok_r remembers its text where the caller says.
//@ verdict: safe
//@ property: race
#include <pthread.h>
#include <string.h>

static void *split(void *unused) {
    char text[] = "a b", *rest;
    strtok_r(text, " ", &rest);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, split, 0);
    split(0);
    pthread_join(thread, 0);
    return 0;
}
