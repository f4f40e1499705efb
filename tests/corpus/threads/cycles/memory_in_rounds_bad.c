// A worker takes memory in every round and gives it back too early, after a round in which the level was up.
//@ verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;

static void *work(void *unused)
{
    int was_up = 0;
    for (;;) {
        int *copy = malloc(sizeof *copy);
        if (!copy)
            break;
        pthread_mutex_lock(&lock);
        *copy = level;
        if (was_up)
            free(copy);
        pthread_mutex_unlock(&lock);
        int up = *copy; //~ FINDING memory-use-after-free
        if (up > 1)
            abort();
        if (!was_up)
            free(copy);
        was_up = up;
    }
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    for (;;) {
        pthread_mutex_lock(&lock);
        level = !level;
        pthread_mutex_unlock(&lock);
    }
}
