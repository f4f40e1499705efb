// Threads that only look at the environment, or at the locale, do not disturb each other.
//@ verdict: safe
//@ property: race
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static void *look(void *unused) {
    getenv("HOME");
    setlocale(LC_ALL, NULL);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, look, 0);
    look(0);
    pthread_join(thread, 0);
    return 0;
}
