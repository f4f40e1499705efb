// Writers set two variables one after the other; a reader that comes in between finds them inconsistent. Nobody but the
// reader can reach the target, and it needs a writer to stop half way.
#include <pthread.h>
#include <stdlib.h>

#ifndef SETTERS
#define SETTERS 9
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

static int a, b;

static void *set(void *unused) {
    (void)unused;
    a = 1;
    b = -1;
    return 0;
}

static int consistent(void) {
    return (a == 0 && b == 0) || (a == 1 && b == -1);
}

static void *check(void *unused) {
    (void)unused;
    if (!consistent())
        exit(1); // target inconsistent
    return 0;
}

int main(void) {
    pthread_t setters[SETTERS], checkers[CHECKERS];
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&setters[i], 0, set, 0);
    for (int i = 0; i < CHECKERS; i++)
        pthread_create(&checkers[i], 0, check, 0);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], 0);
    for (int i = 0; i < CHECKERS; i++)
        pthread_join(checkers[i], 0);
    return 0;
}
