// One thread asks for the locale while another one sets it.
//@ verdict: unsafe
//@ property: race
#include <locale.h>
#include <pthread.h>

static void *ask(void *unused) {
    setlocale(LC_ALL, NULL);  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ask, 0);
    setlocale(LC_ALL, "C");  //~ RELATED race
    pthread_join(thread, 0);
    return 0;
}
