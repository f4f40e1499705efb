// strtok remembers its text for all threads alike.
//@ verdict: unsafe
//@ property: race
#include <pthread.h>
#include <string.h>

static void *split(void *unused) {
    char text[] = "a b";
    strtok(text, " ");  //~ FINDING data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, split, 0);
    split(0);
    pthread_join(thread, 0);
    return 0;
}
