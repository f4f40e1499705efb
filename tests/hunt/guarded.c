// Two counters that change under one lock are equal whenever the lock is free, and only one thread is inside at a time.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y, wrong;

static void *work(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock); // target before
    x++;                       // target inside
    y++;                       // target deeper
    if (x != y)
        wrong = 1; // target unequal
    pthread_mutex_unlock(&lock);
    return 0;
}

static void never(void) {
    wrong = 2; // target uncalled
}

int main(int argc, char **argv) {
    (void)argv;
    pthread_t a, b;
    if (argc > 100)
        never();
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return wrong;
}
